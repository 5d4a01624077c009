#!/usr/bin/env bash
# Makes the pictures of the README from the real program on a real page: an answer
# as a tree, and where on the page the selected value was read.
#
#   docs/picture.sh TERMSHOT [OUT]
#
# TERMSHOT is the termshot.mjs that drives a terminal program in a terminal
# emulator, with its packages installed; OUT is the folder for the pictures (docs).
set -euo pipefail
cd "$(dirname "$0")/.."
termshot=${1:?usage: docs/picture.sh TERMSHOT [OUT]}
out=${2:-docs}
work=$(mktemp -d)
export XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config

go build -o "$work/assay" .
go build -o "$work/demo" ./docs/demo
"$work/demo" -listen 127.0.0.1:8642 2>"$work/demo.log" &
demo=$!
finish() {
  kill "$demo" 2>/dev/null || true
  if [ -f "$work/data/assay/service.json" ]; then
    kill "$(sed -n 's/.*"pid": *\([0-9]*\).*/\1/p' "$work/data/assay/service.json")" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT

cat >"$work/steps" <<'STEPS'
until 10,000 left
key 2
type http://127.0.0.1:8642/lamps
key Tab
key alt+e
until Examples
key Enter
key ctrl+r
until 12 products
key i
until without evidence
key ctrl+r
gone without evidence
wait 5000
key Down Down Down
until li
wait 300
shot query
STEPS
for theme in dark light; do
  node "$termshot" --size 120x36 --theme "$theme" --out "$work/$theme" --steps "$work/steps" -- "$work/assay" --theme "assay-$theme"
  rm -rf "$XDG_STATE_HOME"
  cp "$work/$theme/query.png" "$out/query-$theme.png"
  sed -i 's/10,000 left/9,998 left/' "$work/steps"
done
