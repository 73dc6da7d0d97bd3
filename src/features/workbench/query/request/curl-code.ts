import { furtherMembers, pageExpression, type ProgramNotation } from '@/contract/program-notation';
import { shellWord } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a Bash script that uses curl and writes every page to a file, byte for byte. */
export function curlCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize, notation } = input;
  const { isDescribed, keyInAddress } = notation;
  const further = furtherPage(input);
  return `#!/usr/bin/env bash
# Saves every page of one snapshot as page-00001.json, page-00002.json, …
# Before: export PRICES_USER='your user name' PRICES_PASSWORD='your password'
set -euo pipefail
: "\${PRICES_USER:?}" "\${PRICES_PASSWORD:?}"
base=${shellWord(serviceAddress)}
send() { curl --silent --show-error --fail-with-body --retry 5 "$@"; }
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}${keyInAddress === null ? '' : 'search=\n'}
# page NUMBER: asks with the body on standard input. Headers are no arguments: those can be seen by others.
page() {
  send "$base"${shellWord(path)}${keyInAddress === null ? '' : '"$search"'} --header @<(headers) --header 'Content-Type: application/json' \\
    --data-binary @- --output "$(printf 'page-%05d.json' "$1")"
}
${isDescribed ? READING : ''}${keyInAddress === null ? '' : ENCODING}
page 1 <<'JSON'
${body}
JSON
${isDescribed ? describedKeyAndTotal(notation) : KEY_AND_TOTAL}pages=$(( (total + ${pageSize} - 1) / ${pageSize} ))
for (( n = 2; n <= pages; n++ )); do
  printf ${further} | page "$n"
done
echo "$total rows"
`;
}

const KEY_AND_TOTAL = `key=$(sed -n 's/.*"cacheKey" *: *"\\([^"]*\\)".*/\\1/p' page-00001.json)
total=$(sed -n 's/.*"totalRecords" *: *\\([0-9]*\\).*/\\1/p' page-00001.json)
`;

/** Functions that find a value by its place, because rows may have members of the same name as the key or the total. */
const READING = `
# at PLACE: the value at a place of the first page. A place is the names that lead there, each in its quotes.
at() {
  LC_ALL=C grep -oE '"([^"\\\\]|\\\\.)*"|[][{},:]|[^][{},:"[:space:]]+' page-00001.json | PLACE=$1 LC_ALL=C awk '
    $0 == "{" || $0 == "[" { base[++depth] = place; is_object[depth] = is_name = $0 == "{"; place = place "[]"; next }
    $0 == "}" || $0 == "]" { place = base[depth--]; is_name = 0; next }
    $0 == "," { is_name = is_object[depth]; next }
    $0 == ":" { next }
    is_name { place = base[depth] $0; is_name = 0; next }
    place == ENVIRON["PLACE"] { found = $0 }
    END { if (found == "") { print "Nothing at " ENVIRON["PLACE"] > "/dev/stderr"; exit 1 } print found }
  '
}
`;

const ENCODING = `
# encoded TEXT: as it stands in an address.
encoded() {
  local LC_ALL=C text n byte
  text=$(printf %b "\${1//\\\\\\//\\/}")
  for (( n = 0; n < \${#text}; n++ )); do
    byte=\${text:n:1}
    case $byte in
      [A-Za-z0-9._~-]) printf %s "$byte" ;;
      *) printf '%%%02X' $(( $(printf %d "'$byte") & 255 )) ;;
    esac
  done
}
`;

function describedKeyAndTotal({ envelope, key, total, keyInAddress }: ProgramNotation): string {
  const at = (path: readonly string[]) =>
    shellWord([...(envelope?.data ?? []), ...path].map((name) => JSON.stringify(name)).join(''));
  const search =
    keyInAddress === null
      ? ''
      : `search=${shellWord(`?${encodeURIComponent(keyInAddress)}=`)}$(encoded "$key")\n`;
  return `key=$(at ${at(key ?? [])})
key=\${key#\\"} key=\${key%\\"}
total=$(at ${at(total)})
${search}`;
}

/** Returns the arguments of `printf` that write the body for a further page. */
function furtherPage({ notation, pageSize }: CodeInput): string {
  const size = String(pageSize);
  const formatted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('%', '%%');
  const members = furtherMembers(
    notation,
    { page: '%d', size, key: notation.isKeyNumber ? '%s' : '"%s"' },
    (value) => formatted(JSON.stringify(value)),
  );
  const format = members.map(([name, value]) => `${formatted(JSON.stringify(name))}:${value}`).join(',');
  const page = pageExpression(notation, 'n', size);
  const values = notation.furtherBody.flatMap(({ value }) => {
    if (typeof value !== 'object' || value === null || value.put === 'size') return [];
    if (value.put === 'key') return ['"$key"'];
    return [page === 'n' ? '"$n"' : `"$(( ${page} ))"`];
  });
  return [shellWord(`{${format}}`), ...values].join(' ');
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
