#!/usr/bin/env bash
# Builds the image and runs compose with it on a machine without Docker and without an image registry: Debian, as root.
# `bash deploy/image/try-out.sh [programs|bases|image|check|compose|example|stop|down ...]`; without words: all but the last.
# The bases are made of Debian's packages and npm's (deploy/image/try-out), under the names that Dockerfile and compose have.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=deploy/image/try-out
state=$PWD/.state/try-out
mkdir -p "$state"
export CONTAINERS_CONF=$state/containers.conf
# A container may get no higher limits than this process has, and crun refuses cgroups of both versions at once.
limits=("nofile=$(ulimit -Hn):$(ulimit -Hn)" nproc=16384:16384) # podman lowers its own to 32768
printf '[containers]\ndefault_ulimits = ["%s", "%s"]\n[engine]\nruntime = "runc"\n' "${limits[@]}" >"$CONTAINERS_CONF"
# How this machine reaches npm's registry: its certificates and its settings of npm, for the time of the build alone.
certificates=/etc/ssl/certs/ca-certificates.crt
reach=(--volume "$certificates:$certificates:ro")
for file in /etc/npmrc /usr/etc/npmrc; do [ -f "$file" ] && reach+=(--volume "$file:/usr/local/etc/npmrc:ro") && break; done
build() { podman build --pull=never --format docker --network host "${limits[@]/#/--ulimit=}" "$@"; }
say() { printf '\n== %s\n' "$*"; }

programs() {
  say programs
  apt-get update -qq
  apt-get install -qq --yes --no-install-recommends podman buildah podman-compose runc iptables aardvark-dns mmdebstrap >/dev/null
}

bases() {
  say bases
  podman image exists localhost/debian:bookworm ||
    mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm - | podman import --quiet - localhost/debian:bookworm
  major=$(sed -n 's/^ARG NODE_MAJOR=//p' deploy/image/Dockerfile)
  mkdir -p "$state/node" && cp $here/node.Containerfile "$state/node"
  npm install --prefix "$state/node" --no-save "node@$major" npm@11 >/dev/null
  build -f "$state/node/node.Containerfile" -t "docker.io/library/node:$major-bookworm-slim" "$state/node"
  build -f $here/postgres.Containerfile -t docker.io/library/postgres:18-bookworm $here
  build -f $here/nats.Containerfile -t docker.io/library/nats:2.14-alpine $here
}

image() {
  say image
  [ -f deploy/.env ] || sh deploy/secrets.sh >deploy/.env
  label=(--build-arg "BUILD_VERSION=$(node -p 'require("./package.json").version')" --build-arg "BUILD_REVISION=$(git rev-parse HEAD)")
  build "${reach[@]}" "${label[@]}" --target build -f deploy/image/Dockerfile -t judgment-service:build .
  build "${reach[@]}" "${label[@]}" -f deploy/image/Dockerfile -t judgment-service:latest .
}

check() {
  say check
  run() { podman run --rm --read-only --cap-drop all --security-opt no-new-privileges "$@"; }
  podman image inspect judgment-service:latest --format 'size {{.Size}} bytes, user {{.User}}, labels {{.Labels}}'
  run --entrypoint id judgment-service:latest | grep -q '^uid=1000(node)'
  ! run --entrypoint touch judgment-service:latest /srv/x 2>/dev/null
  ! run --entrypoint ls judgment-service:build /src/deploy/.env 2>/dev/null || { echo 'deploy/.env went into the build.'; exit 1; }
  ! run --entrypoint ls judgment-service:latest /srv/node_modules/jest 2>/dev/null
  run judgment-service:latest nobody 2>&1 | grep -q 'Say which service to run' || true
  run --entrypoint cat judgment-service:latest sbom.cdx.json >"$state/sbom.cdx.json"
  node -e '
    const { specVersion, components } = JSON.parse(require("fs").readFileSync(process.argv[1]));
    const known = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`));
    const lacking = Object.entries(require("./package.json").dependencies).filter(([name, version]) => !known.has(`${name}@${version}`));
    if (lacking.length > 0) throw new Error(`The SBOM lacks ${lacking.join(" ")}`);
    console.log(`SBOM: CycloneDX ${specVersion}, ${components.length} packages, all dependencies of package.json among them`);
  ' "$state/sbom.cdx.json"
  echo 'not root, read-only, without capabilities, without deploy/.env and development packages'
}

compose() {
  say compose
  compose_file up --detach --no-build
  # Without systemd podman makes no health checks: set-up may have come before Postgres, and runs again until it succeeds.
  for _ in $(seq 20); do
    [ "$(podman wait judgment-service_setup_1)" = 0 ] && break
    sleep 3
    podman start judgment-service_setup_1
  done
  for _ in $(seq 120); do [ "$(answer)" = 401 ] && break; sleep 2; done
  [ "$(answer)" = 401 ] || { echo 'The gateway does not answer.'; exit 1; }
}
answer() { curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:8080/v1/engines || true; }
# Debian's podman-compose knows no option --env-file, no name of a project and no empty default.
compose_file() {
  mkdir -p "$state/judgment-service" "$state/helm/files"
  sed "s/\${[A-Z_0-9]*:-}/''/" deploy/compose.yaml >"$state/judgment-service/compose.yaml"
  cp deploy/.env "$state/judgment-service/.env" && cp helm/files/nats.conf "$state/helm/files"
  (cd "$state/judgment-service" && podman-compose -f compose.yaml "$@")
}

example() {
  say example
  operator() { podman exec judgment-service_gateway_1 node entrypoint.mjs gateway operator "$@"; }
  operator org create acme --plan scale || true # it exists when this step runs again
  key=$(operator keys create --org acme --role read_write --json | node -p 'JSON.parse(require("fs").readFileSync(0)).key')
  BASE_URL=http://127.0.0.1:8080/v1 API_KEY=$key npm run --silent example -- examples/support-desk
}

# Each service ends in order: exit code 0, well before the 60 s after which it would be killed.
stop() {
  say stop
  for service in gateway documents judgments engine-broker calibration billing webhooks events-feed; do
    begun=$(date +%s%N)
    podman stop --time 60 "judgment-service_${service}_1" >/dev/null 2>&1
    code=$(podman inspect "judgment-service_${service}_1" --format '{{.State.ExitCode}}')
    echo "$service ended with $code after $((($(date +%s%N) - begun) / 1000000)) ms"
    [ "$code" = 0 ] || exit 1
  done
}

down() { compose_file down --volumes; }

for step in "${@:-programs bases image check compose example stop}"; do for one in $step; do "$one"; done; done
