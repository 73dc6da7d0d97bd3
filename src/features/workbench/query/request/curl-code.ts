import { shellWord } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a Bash script that uses curl and writes every page to a file, byte for byte. */
export function curlCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize } = input;
  return `#!/usr/bin/env bash
# Saves every page of one snapshot as page-00001.json, page-00002.json, …
# Before: export PRICES_USER='your user name' PRICES_PASSWORD='your password'
set -euo pipefail
: "\${PRICES_USER:?}" "\${PRICES_PASSWORD:?}"
base=${shellWord(serviceAddress)}
send() { curl --silent --show-error --fail-with-body --retry 5 "$@"; }
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}
# page NUMBER: asks with the body on standard input. Headers are no arguments: those can be seen by others.
page() {
  send "$base"${shellWord(path)} --header @<(headers) --header 'Content-Type: application/json' \\
    --data-binary @- --output "$(printf 'page-%05d.json' "$1")"
}

page 1 <<'JSON'
${JSON.stringify(body)}
JSON
key=$(sed -n 's/.*"cacheKey" *: *"\\([^"]*\\)".*/\\1/p' page-00001.json)
total=$(sed -n 's/.*"totalRecords" *: *\\([0-9]*\\).*/\\1/p' page-00001.json)
pages=$(( (total + ${pageSize} - 1) / ${pageSize} ))
for (( n = 2; n <= pages; n++ )); do
  printf '{"page":%d,"nrOfRecords":${pageSize},"cacheKey":"%s"}' "$n" "$key" | page "$n"
done
echo "$total rows"
`;
}

function passwordHeaders(clientId: string): string {
  return `token=$(printf %s "$PRICES_PASSWORD" | send "$base/token" --data grant_type=password \\
  --data-urlencode "username=$PRICES_USER" --data-urlencode password@- \\
  --data-urlencode ${shellWord(`client_id=${clientId}`)} |
  sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')
headers() { printf 'Authorization: Bearer %s\\nclient_id: %s\\n' "$token" ${shellWord(clientId)}; }
`;
}

const API_KEY_HEADERS = `headers() { printf 'Authorization: ApiKey %s:%s\\n' "$PRICES_USER" "$PRICES_PASSWORD"; }
`;
