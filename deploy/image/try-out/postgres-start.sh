#!/bin/sh
# Makes the data folder at the first start, with the password of POSTGRES_PASSWORD, then runs what compose says.
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  umask 077
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb --pgdata "$data" --username postgres --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi
exec "$@" -D "$data" -c listen_addresses='*'
