#!/bin/sh
# Writes the configurations of nginx, Caddy and static hosts into a folder: the files in deploy/, filled in from the
# environment, and a config.json. docs/deploy.md lists the variables.
#
#   COLONNADE_ORIGIN=https://colonnade.example.com COLONNADE_SERVICE=https://prices.example.com/papi sh deploy/configure.sh ours
set -eu

here=$(dirname "$0")
. "$here/image/addresses.sh"

out=${1:-}
[ -n "$out" ] || fail 'configure.sh takes the folder to write into.'

COLONNADE_ROOT=${COLONNADE_ROOT:-/srv/colonnade}
COLONNADE_SETTINGS=${COLONNADE_SETTINGS:-/etc/nginx}
COLONNADE_AUTHORITY=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
for place in "$COLONNADE_ROOT" "$COLONNADE_SETTINGS" "$COLONNADE_AUTHORITY"; do
  case $place in
    [!/]* | *[!A-Za-z0-9./_~-]*) fail "COLONNADE_ROOT, COLONNADE_SETTINGS and SSL_CERT_FILE take paths of the server, not $place." ;;
  esac
done

# nginx listens with TLS or with plain HTTP. The lines marked for the other way are left out, and so are those for the image.
COLONNADE_LISTEN=${COLONNADE_LISTEN:-}
port=${COLONNADE_LISTEN##*:}
case $COLONNADE_LISTEN,$port in
  ,)
    left_out='Plain HTTP'
    COLONNADE_SITE=$COLONNADE_ORIGIN
    COLONNADE_BIND=
    ;;
  "$port,$port" | *, | *,*[!0-9]* | *[!][A-Za-z0-9.:,_-]*)
    fail 'COLONNADE_LISTEN takes a host and a port, or a port alone, e.g. :8080.'
    ;;
  *)
    left_out=TLS
    COLONNADE_SITE=http://:$port
    COLONNADE_BIND=${COLONNADE_LISTEN%:*}
    COLONNADE_LISTEN=${COLONNADE_LISTEN#:}
    ;;
esac

# nginx.conf needs names and ports separately.
COLONNADE_HOSTNAME=${COLONNADE_HOST%:*}
COLONNADE_SERVICE_SCHEME=${COLONNADE_SERVICE%%://*}
COLONNADE_SERVICE_NAME=${COLONNADE_SERVICE_HOST%:*}
case $COLONNADE_SERVICE_HOST,$COLONNADE_SERVICE_SCHEME in
  *:*) COLONNADE_SERVICE_PORT=${COLONNADE_SERVICE_HOST##*:} ;;
  *,https) COLONNADE_SERVICE_PORT=443 ;;
  *) COLONNADE_SERVICE_PORT=80 ;;
esac

# These are commands for sed. Variables are written ${COLONNADE_HOST} in nginx.conf.template and {$COLONNADE_HOST} in the
# Caddyfile. The checks above refuse every character that sed would interpret in a value.
commands="
/# $left_out {\$/,/# }\$/d
/# In the image alone {\$/,/# }\$/d
/# TLS {\$/d
/# Plain HTTP {\$/d
/# }\$/d"
for name in AUTHORITY BASE BIND HOST HOSTNAME LISTEN ORIGIN REPORT_SOURCE ROOT SERVICE SERVICE_HOST SERVICE_NAME SERVICE_ORIGIN \
  SERVICE_PATH SERVICE_PORT SERVICE_SCHEME SETTINGS SITE; do
  eval "value=\$COLONNADE_$name"
  commands="$commands
s#\\\${COLONNADE_$name}#$value#g
s#{\\\$COLONNADE_$name}#$value#g"
done
filled() {
  sed "$commands" "$here/$1"
}

mkdir -p "$out/static-host"
filled nginx.conf.template >"$out/nginx.conf"
cp "$here/nginx-passed-headers.js" "$out"
filled Caddyfile >"$out/Caddyfile"
configuration "$origin${base}papi" >"$out/config.json"
for name in _headers _redirects; do
  filled static-host/$name >"$out/static-host/$name"
done
configuration "$service" >"$out/static-host/config.json"
