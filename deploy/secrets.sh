#!/bin/sh
# Prints the secrets of a new installation, each made at random: `sh deploy/secrets.sh > deploy/.env` for compose.
# `sh deploy/secrets.sh kubernetes | kubectl apply -f -` makes the three Secrets that the chart names.
# Every password begins with a letter: the configuration of NATS reads a bare `48e2...` as a number.
set -eu
services="gateway documents judgments engine-broker calibration billing webhooks events-feed"

password() { printf 'p%s' "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"; }
ring() { printf 'k1:%s' "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"; }
compose() {
  for service in $(echo "$services" | tr 'a-z-' 'A-Z_'); do
    echo "DATABASE_PASSWORD_$service=$(password)"
    echo "NATS_PASSWORD_$service=$(password)"
  done
  echo "NATS_PASSWORD_EXTENSION=$(password)"
  echo "DATABASE_ADMIN_PASSWORD=$(password)"
  echo "MASTER_KEY=$(ring)"
}

secret() { printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: { name: %s }\nstringData:\n' "$1"; }

# With the bundled Postgres of a release named `judgments`; for a server of your own put its address into admin-url.
kubernetes() {
  release=${1:-judgments}
  admin=$(password)
  secret judgment-master-key
  echo "  ring: $(ring)"
  secret judgment-database
  echo "  admin-url: postgres://postgres:$admin@$release-judgment-postgres:5432/postgres"
  echo "  admin-password: $admin"
  for service in $services; do echo "  $service: $(password)"; done
  secret judgment-bus
  for service in $services extension; do echo "  $service: $(password)"; done
}

case ${1:-compose} in
  compose) compose ;;
  kubernetes) shift && kubernetes "$@" ;;
  *) echo "Say compose or kubernetes, not \"$1\"." >&2 && exit 2 ;;
esac
