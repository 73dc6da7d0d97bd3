# start.sh and configure.sh source this file. It reads from the environment where users open the console and which service it uses
# (docs/deploy.md lists the variables), and sets the variables that the files in deploy/ use.

fail() {
  echo "colonnade: $1" >&2
  exit 64
}

origin=${COLONNADE_ORIGIN:-}
service=${COLONNADE_SERVICE:-}
base=${COLONNADE_BASE_PATH:-/}
report_to=${COLONNADE_REPORT_TO:-}
config=${COLONNADE_CONFIG:-}

# Values may contain only the characters of addresses, so that the server's configuration cannot take them for anything else.
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

export COLONNADE_ORIGIN="$origin"
export COLONNADE_HOST="${origin#*://}"
export COLONNADE_SERVICE="$service"
host_and_path=${service#*://}
export COLONNADE_SERVICE_HOST="${host_and_path%%/*}"
export COLONNADE_SERVICE_ORIGIN="${service%%://*}://$COLONNADE_SERVICE_HOST"
export COLONNADE_SERVICE_PATH="${host_and_path#"$COLONNADE_SERVICE_HOST"}"
export COLONNADE_BASE="${base%/}"
case $report_to in
  https://*)
    report_host=${report_to#https://}
    COLONNADE_REPORT_SOURCE=" https://${report_host%%/*}"
    ;;
  *) COLONNADE_REPORT_SOURCE= ;;
esac
export COLONNADE_REPORT_SOURCE

# Prints config.json for a page that calls the service at the address $1.
configuration() {
  further=${config#\{}
  further=${further%\}}
  printf '{ "serviceAddress": "%s", "serviceAddressFixed": true' "$1"
  [ -z "$report_to" ] || printf ', "reportTo": "%s"' "$report_to"
  case $further in
    *[!\ ]*) printf ', %s' "$further" ;;
  esac
  printf ' }\n'
}
