#!/bin/sh
# Makes the secrets that compose.yaml mounts. What is there is kept.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
if [ ! -e secrets/postgres_password ]; then
	od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >secrets/postgres_password
fi
printf 'postgres:5432:assay:assay:%s\n' "$(cat secrets/postgres_password)" >secrets/pgpass
# The containers' users are not this one: the folder, which only this one enters,
# keeps them from others.
chmod 644 secrets/postgres_password secrets/pgpass
