#!/bin/sh
# Configures the console from environment variables and serves it. docs/deploy.md lists the variables.
set -eu

. "$(dirname "$0")/addresses.sh"

files=${COLONNADE_FILES:-/srv/colonnade}
caddyfile=${COLONNADE_CADDYFILE:-/etc/caddy/Caddyfile}
program=${COLONNADE_KEEPER_PROGRAM:-/usr/local/lib/colonnade/keep-sign-ins.mjs}
case $(printf '%s' "$config" | tr -d '[:space:]') in
  *'"custody":"server"'*)
    # No user could sign in with this image, so it fails at the start rather than at the first sign-in.
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
    # Caddy does not need the secret, so it does not get it.
    unset COLONNADE_CUSTODY_SECRET
    ;;
esac

# The Caddyfile reads these variables.
export COLONNADE_ROOT="${COLONNADE_ROOT:-/tmp/colonnade}"
export COLONNADE_SITE="http://:${COLONNADE_PORT:-8080}"
export COLONNADE_BIND=
export COLONNADE_CUSTODY="$custody"
# This address is a placeholder. If the server keeps refresh tokens, keep-sign-ins.mjs sets its own address.
export COLONNADE_KEEPER=127.0.0.1:9

# The served folder has links to the files of the release, except the two files that depend on this installation.
place=$COLONNADE_ROOT$base
rm -rf "$COLONNADE_ROOT"
mkdir -p "$place"
ln -s "$files"/* "$place"
rm -f "$place/index.html" "$place/config.json"
sed "s#=\"/#=\"$base#g" "$files/index.html" >"$place/index.html"
configuration "$origin${base}papi" >"$place/config.json"

export XDG_CONFIG_HOME=/tmp XDG_DATA_HOME=/tmp
if [ "$custody" = server ]; then
  export COLONNADE_PLACE="$place" COLONNADE_ADDRESS="$origin$base"
  # Node trusts these certificate authorities in addition to its own.
  [ -z "${SSL_CERT_FILE:-}" ] || export NODE_EXTRA_CA_CERTS="$SSL_CERT_FILE"
  exec node "$program" caddy run --config "$caddyfile" --adapter caddyfile
fi
exec caddy run --config "$caddyfile" --adapter caddyfile
