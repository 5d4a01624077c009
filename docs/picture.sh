#!/usr/bin/env bash
# Makes the pictures of the README from the real program: a query on a real page, documents,
# a browser session, the history, and the use of a service. Only the days of the calls are
# invented: this script makes them all at once.
#
#   docs/picture.sh TERMSHOT [OUT]
#
# TERMSHOT is the termshot.mjs that drives a terminal program in a terminal
# emulator, with its packages installed; OUT is the folder for the pictures (docs).
# Besides what the program needs there must be curl, python3 and ImageMagick.
set -euo pipefail
cd "$(dirname "$0")/.."
termshot=$(realpath "${1:?usage: docs/picture.sh TERMSHOT [OUT]}")
out=$(realpath "${2:-docs}")
work=$(mktemp -d)
export XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config

go build -o "$work/assay" .
go build -o "$work/demo" ./docs/demo
"$work/demo" -listen 127.0.0.1:8642 2>"$work/demo.log" &
started=$!
finish() {
  kill $started 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

serve() {
  : >"$work/serve.json"
  "$work/assay" serve --listen 127.0.0.1:8643 >"$work/serve.json" 2>>"$work/serve.log" &
  server=$!
  started="$started $server"
  until [ -s "$work/serve.json" ]; do sleep 0.2; done
}

# An account, which the first start makes, as old as the cycle that is shown, and what was
# used in it.
days=18 used=3100
serve
kill $server
wait $server || true
python3 - "$XDG_DATA_HOME/assay/assay.db" "$days" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as account:
    account.execute('UPDATE account SET created = created - ? * 86400 * (CASE WHEN created > 1e11 THEN 1000 ELSE 1 END)', sys.argv[2:])
PYTHON
serve
service() { curl -sS -H "X-API-Key: $(cat "$XDG_DATA_HOME/assay/api-key")" "$@"; }
service --parallel --parallel-max 3 -o "$work/answer" -H 'Content-Type: application/json' \
  -d '{"html": "<h1>Lamps</h1>", "query": "{ title }"}' "http://127.0.0.1:8643/v1/query-data?call=[1-$used]" 2>"$work/curl.log"

# When the dashboard would have seen them: most in working hours.
samples() {
  mkdir -p "$XDG_STATE_HOME/assay/default"
  service http://127.0.0.1:8643/v1/usage | python3 -c '
import datetime, json, random, sys
random.seed(1)
usage = json.load(sys.stdin)
start = datetime.datetime.fromisoformat(usage["current_period_start"].replace("Z", "+00:00"))
now = datetime.datetime.now(datetime.timezone.utc)
hours = [start + datetime.timedelta(hours=h) for h in range(int((now - start).total_seconds()) // 3600)]
busy = [random.random() * (6 if 7 <= h.hour < 18 else 1) * (1 if h.weekday() < 5 else 0.3) for h in hours]
done = 0.0
for hour, share in zip(hours, busy):
    done += share
    seen = hour + datetime.timedelta(minutes=50) # one at midnight would be of two days
    print(json.dumps({"at": seen.isoformat(), "used": int(usage["current_cycle_usage"] * done / sum(busy)), "limit": usage["usage_limit"], "start": start.isoformat()}))
' >"$XDG_STATE_HOME/assay/default/usage.ndjson"
}

# Documents to ask.
mkdir "$work/invoices"
for n in 1 2 3; do
  cat >"$work/invoice.html" <<HTML
<body style="font-family: sans-serif"><h1>Fernhill Lamps</h1>
<p>Invoice number: INV-023$n<br>Date: 2026-11-0$n</p>
<table border=1 cellpadding=6 width="100%"><tr><th>Item<th>Quantity<th>Amount
<tr><td>Alder Desk Lamp<td>$n<td>$((n * 64)).50<tr><td>Birch Floor Lamp<td>1<td>129.00</table>
<p>Total: $((n * 64 + 129)).50 EUR</p>
HTML
  "$(command -v chromium || command -v google-chrome)" --headless --no-sandbox --disable-gpu --disable-background-networking \
    --no-pdf-header-footer --print-to-pdf="$work/invoices/invoice-023$n.pdf" "$work/invoice.html" 2>/dev/null
done

# A script that drives the session.
cat >"$work/drive.cjs" <<'JS'
const [termshot, assay] = process.argv.slice(2)
const { chromium } = require('node:module').createRequire(termshot)('playwright-core')
const list = () => JSON.parse(require('node:child_process').execFileSync(assay, ['session', 'list', '--output', 'json']))
async function drive() {
  const session = list().find((s) => s.cdp_url)
  if (!session) return setTimeout(drive, 500)
  const browser = await chromium.connectOverCDP(session.cdp_url.replace('wss:', 'ws:'))
  const page = browser.contexts()[0].pages()[0] ?? await browser.contexts()[0].newPage()
  await page.goto('http://127.0.0.1:8642/lamps')
}
drive()
JS

cat >"$work/query" <<'STEPS'
until left
key 2 Enter
type http://127.0.0.1:8642/lamps
key Tab Esc F
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
cp "$work/query" "$work/all"
cat >>"$work/all" <<'STEPS'
key 3
until invoice-0231
key A Tab Tab
paste { invoice_number total(number) lines[] { item quantity(integer) amount(number) } }
key Esc = ctrl+r
until Send 3 files
wait 1500
key Enter
until 3 of 3
wait 5000
shot documents
key 4
until No browser is running
key R
until is ready
wait 6000
key v
until live
wait 6000
shot sessions
key 5
until calls
key Down Down Down Down
until Birch
wait 500
shot history
key 1
until Pace
wait 6000
shot usage
STEPS

# shoot makes the pictures of a file of steps in a theme, with few colours: most of a
# picture is background.
shoot() {
  (cd "$work/invoices" && node "$termshot" --size 120x36 --timeout 30000 --theme "$1" --out "$work/$1" --steps "$2" -- env HOME="$work" "$work/assay" --theme "assay-$1")
}
shoot light "$work/query"
rm -rf "$XDG_STATE_HOME"
samples
node "$work/drive.cjs" "$termshot" "$work/assay" &
started="$started $!"
shoot dark "$work/all"
for picture in light/query dark/query dark/documents dark/sessions dark/history dark/usage; do
  colours=64
  case $picture in
  dark/history) colours=96 ;;
  dark/sessions) colours=128 ;;
  esac
  convert "$work/$picture.png" +dither -colors "$colours" -define png:compression-level=9 -strip "PNG8:$out/$(basename "$picture")-$(dirname "$picture").png"
done
