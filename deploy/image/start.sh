#!/bin/sh
# Configures the console from the environment and serves it: docs/deploy.md lists the variables.
set -eu

fail() {
  echo "colonnade: $1" >&2
  exit 64
}

files=${COLONNADE_FILES:-/srv/colonnade}
caddyfile=${COLONNADE_CADDYFILE:-/etc/caddy/Caddyfile}
origin=${COLONNADE_ORIGIN:-}
service=${COLONNADE_SERVICE:-}
base=${COLONNADE_BASE_PATH:-/}
report_to=${COLONNADE_REPORT_TO:-}
config=${COLONNADE_CONFIG:-}

# What gets into the server's configuration consists of what addresses consist of, and of nothing that it could take for more.
case $origin in
  http://?* | https://?*) ;;
  *) fail "COLONNADE_ORIGIN takes where people open the console, e.g. https://colonnade.example.com." ;;
esac
case ${origin#*://} in
  *[!A-Za-z0-9.:-]*) fail "COLONNADE_ORIGIN takes an address without a path, e.g. https://colonnade.example.com." ;;
esac
case $service in
  http://?* | https://?*) ;;
  *) fail "COLONNADE_SERVICE takes the service's base address, e.g. https://prices.example.com/papi." ;;
esac
case ${service#*://} in
  *[!A-Za-z0-9.:/_~-]* | */) fail "COLONNADE_SERVICE takes an address without a slash at its end, e.g. https://prices.example.com/papi." ;;
esac
case $base in
  / | /*[!/]/) ;;
  *) fail "COLONNADE_BASE_PATH takes a path from slash to slash, e.g. /tools/prices/." ;;
esac
case $base in
  *[!A-Za-z0-9./_~-]* | *//*) fail "COLONNADE_BASE_PATH takes a path from slash to slash, e.g. /tools/prices/." ;;
esac
case $report_to in
  '' | https://?* | /*) ;;
  *) fail "COLONNADE_REPORT_TO takes an address or a path, e.g. https://reports.example.com/console." ;;
esac
case $report_to in
  *[!A-Za-z0-9.:/_~-]*) fail "COLONNADE_REPORT_TO takes an address without a query, e.g. https://reports.example.com/console." ;;
esac
case $config in
  '' | '{'*'}') ;;
  *) fail 'COLONNADE_CONFIG takes further keys of config.json as JSON, e.g. {"title": "Prices"}.' ;;
esac
program=${COLONNADE_KEEPER_PROGRAM:-/usr/local/lib/colonnade/keep-sign-ins.mjs}
case $(printf '%s' "$config" | tr -d '[:space:]') in
  *'"custody":"server"'*)
    # The console would sign nobody in; better nobody waits for that.
    [ -f "$program" ] || fail 'COLONNADE_CONFIG takes no "custody": "server": this image keeps no sign-ins. That of the target with-custody does (docs/deploy.md).'
    # A cookie over http is not Secure, which is acceptable on localhost alone.
    case $origin in
      https://* | http://localhost | http://localhost:* | http://127.0.0.1 | http://127.0.0.1:*) ;;
      *) fail 'COLONNADE_ORIGIN takes an https address with "custody": "server".' ;;
    esac
    secret=${COLONNADE_CUSTODY_SECRET:-}
    [ ${#secret} -ge 43 ] || fail 'COLONNADE_CUSTODY_SECRET takes at least 43 random characters, e.g. of: openssl rand -base64 32'
    custody=server
    ;;
  *)
    custody=page
    # Caddy has no use for it.
    unset COLONNADE_CUSTODY_SECRET
    ;;
esac

# For the Caddyfile.
export COLONNADE_ROOT="${COLONNADE_ROOT:-/tmp/colonnade}"
export COLONNADE_PORT="${COLONNADE_PORT:-8080}"
export COLONNADE_ORIGIN="$origin"
export COLONNADE_HOST="${origin#*://}"
export COLONNADE_SERVICE="$service"
host_and_path=${service#*://}
export COLONNADE_SERVICE_HOST="${host_and_path%%/*}"
export COLONNADE_SERVICE_ORIGIN="${service%%://*}://$COLONNADE_SERVICE_HOST"
export COLONNADE_SERVICE_PATH="${host_and_path#"$COLONNADE_SERVICE_HOST"}"
export COLONNADE_BASE="${base%/}"
COLONNADE_BASE_PATTERN=$(printf '%s' "$COLONNADE_BASE" | sed 's/\./\\./g')
export COLONNADE_BASE_PATTERN
# The path without its last slash leads to the console. At the root there is no such path, so it is one that nobody asks for.
export COLONNADE_BARE_PATH="${COLONNADE_BASE:-/.none}"
case $report_to in
  https://*)
    report_host=${report_to#https://}
    COLONNADE_REPORT_SOURCE=" https://${report_host%%/*}"
    ;;
  *) COLONNADE_REPORT_SOURCE= ;;
esac
export COLONNADE_REPORT_SOURCE
export COLONNADE_CUSTODY="$custody"
# Unused unless sign-ins are kept: the program that keeps them says where it listens.
export COLONNADE_KEEPER=127.0.0.1:9

# The files are where they are, but for the two that depend on this installation.
place=$COLONNADE_ROOT$base
rm -rf "$COLONNADE_ROOT"
mkdir -p "$place"
ln -s "$files"/* "$place"
rm -f "$place/index.html" "$place/config.json"
sed "s#=\"/#=\"$base#g" "$files/index.html" >"$place/index.html"
further=${config#\{}
further=${further%\}}
{
  printf '{ "serviceAddress": "%s", "serviceAddressFixed": true' "$origin${base}papi"
  [ -z "$report_to" ] || printf ', "reportTo": "%s"' "$report_to"
  case $further in
    *[!\ ]*) printf ', %s' "$further" ;;
  esac
  printf ' }\n'
} >"$place/config.json"

export XDG_CONFIG_HOME=/tmp XDG_DATA_HOME=/tmp
if [ "$custody" = server ]; then
  export COLONNADE_PLACE="$place" COLONNADE_ADDRESS="$origin$base"
  # In addition to the authorities that it trusts anyway.
  [ -z "${SSL_CERT_FILE:-}" ] || export NODE_EXTRA_CA_CERTS="$SSL_CERT_FILE"
  exec node "$program" caddy run --config "$caddyfile" --adapter caddyfile
fi
exec caddy run --config "$caddyfile" --adapter caddyfile
