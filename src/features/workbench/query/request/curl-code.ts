import {
  furtherJson,
  hasSnapshots,
  MOVING_ROWS,
  pageExpression,
  programNotes,
  repeatedQuery,
  type ProgramNotation,
  type RepeatedQuery,
} from '@/contract/program-notation';
import { shellWord } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a Bash script that uses curl and writes every page to a file, byte for byte. */
export function curlCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize, notation } = input;
  const { isDescribed, keyInAddress, keyInHeader, totalHeader } = notation;
  const repeated = repeatedQuery(notation, body);
  const isMoving = !hasSnapshots(notation);
  const isTotalTold = notation.total !== null || totalHeader !== null;
  const further = furtherPage(input);
  return `#!/usr/bin/env bash
# Saves every page of ${isMoving ? 'the query' : 'one snapshot'} as page-00001.json, page-00002.json, …
${programNotes(notation)
  .map((note) => `# ${note}\n`)
  .join('')}# Before: export PRICES_USER='your user name' PRICES_PASSWORD='your password'
set -euo pipefail
: "\${PRICES_USER:?}" "\${PRICES_PASSWORD:?}"
base=${shellWord(serviceAddress)}
send() { curl --silent --show-error --fail-with-body --retry 5 "$@"; }
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}${keyInAddress === null ? '' : 'search=\n'}${keyInHeader === null ? '' : 'key_header() { :; }\n'}
# page NUMBER: asks with the body on standard input. Headers are no arguments: those can be seen by others.
page() {
  send "$base"${shellWord(path)}${keyInAddress === null ? '' : '"$search"'} --header @<(headers${keyInHeader === null ? '' : '; key_header'}) --header 'Content-Type: application/json' \\
    --data-binary @- --output "$(printf 'page-%05d.json' "$1")"${totalHeader === null ? '' : ' --dump-header page-headers.txt'}
}
${isDescribed ? READING : ''}${isTotalTold ? '' : COUNTING}${keyInAddress === null ? '' : ENCODING}
${firstPage(body, repeated)}${isDescribed ? describedKeyAndTotal(notation) : KEY_AND_TOTAL}${isTotalTold ? toldPages(pageSize, further) : untoldPages(pageSize, further)}echo "$total rows"
${isMoving ? `echo ${shellWord(MOVING_ROWS)} >&2\n` : ''}`;
}

function firstPage(body: string, repeated: RepeatedQuery | null): string {
  if (repeated === null) return `page 1 <<'JSON'\n${body}\nJSON\n`;
  return `# Each request has this query.
IFS= read -r query <<'JSON'
${repeated.query}
JSON
printf '%s%s' ${shellWord(repeated.firstLead)} "\${query#?}" | page 1
`;
}

function toldPages(pageSize: number, further: string): string {
  return `pages=$(( (total + ${pageSize} - 1) / ${pageSize} ))
for (( n = 2; n <= pages; n++ )); do
  printf ${further} | page "$n"
done
`;
}

function untoldPages(pageSize: number, further: string): string {
  return `# The service does not say how many rows there are: the page after the last one is empty.
total=$(count 1)
for (( n = 2; total > 0; n++ )); do
  printf ${further} | page "$n"
  found=$(count "$n")
  if (( found == 0 )); then
    rm "$(printf 'page-%05d.json' "$n")"
    break
  fi
  (( total == (n - 1) * ${pageSize} )) || { echo 'A page has fewer rows than asked for, and is not the last one.' >&2; exit 1; }
  total=$(( total + found ))
done
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

/** Counts the lists and objects that are directly in the list of the rows. */
const COUNTING = `
# count NUMBER: the number of rows of a page.
count() {
  LC_ALL=C grep -oE '"([^"\\\\]|\\\\.)*"|[][{},:]|[^][{},:"[:space:]]+' "$(printf 'page-%05d.json' "$1")" | PLACE=$rows LC_ALL=C awk '
    $0 == "{" || $0 == "[" {
      if (place == ENVIRON["PLACE"] "[]") count++
      if (place == ENVIRON["PLACE"] && $0 == "[") is_there = 1
      base[++depth] = place; is_object[depth] = is_name = $0 == "{"; place = place "[]"; next
    }
    $0 == "}" || $0 == "]" { place = base[depth--]; is_name = 0; next }
    $0 == "," { is_name = is_object[depth]; next }
    $0 == ":" { next }
    is_name { place = base[depth] $0; is_name = 0; next }
    END { if (!is_there) { print "Nothing at " ENVIRON["PLACE"] > "/dev/stderr"; exit 1 } print count + 0 }
  '
}
`;

const ENCODING = `
# encoded TEXT: a text of JSON, without its quotes, as it stands in an address.
encoded() {
  printf '%s\\n' "$1" | LC_ALL=C grep -oE '\\\\u[0-9A-Fa-f]{4}|\\\\.|.' | LC_ALL=C awk '
    BEGIN { for (n = 1; n < 256; n++) code[sprintf("%c", n)] = sprintf("%%%02X", n) }
    /^[A-Za-z0-9._~-]$/ { text = text $0; next }
    /^\\\\u00[2-7]/ { text = text "%" substr($0, 5); next }
    /^\\\\["\\\\\\/]$/ { $0 = substr($0, 2) }
    $0 in code { text = text code[$0]; next }
    { unknown = $0 }
    END {
      if (unknown == "") { print text; exit }
      print "The key of the snapshot has an escape that this script cannot read: " unknown > "/dev/stderr"
      exit 1
    }
  '
}
`;

function describedKeyAndTotal({
  envelope,
  rows,
  key,
  total,
  totalHeader,
  keyInAddress,
  keyInHeader,
}: ProgramNotation): string {
  const at = (path: readonly string[]) =>
    shellWord([...(envelope?.data ?? []), ...path].map((name) => JSON.stringify(name)).join(''));
  const outside =
    keyInAddress !== null
      ? `search=${shellWord(`?${encodeURIComponent(keyInAddress)}=`)}$(encoded "$key")\n`
      : keyInHeader !== null
        ? keyHeader(keyInHeader)
        : '';
  const readKey =
    key === null
      ? ''
      : `key=$(at ${at(key)})
key=\${key#\\"} key=\${key%\\"}
`;
  return `${readKey}${total !== null ? `total=$(at ${at(total)})\n` : totalHeader !== null ? totalOfHeader(totalHeader) : `rows=${at(rows)}\n`}${outside}`;
}

/** A key with other characters would be another header, or several. */
function keyHeader(name: string): string {
  return `case $key in
  '' | *[!A-Za-z0-9._~+/=:,@-]*) echo "This script cannot send the key of the snapshot in a header: $key" >&2; exit 1 ;;
esac
key_header() { printf '%s: %s\\n' ${shellWord(name)} "$key"; }
`;
}

/** A header may come in upper or lower case. If a call was repeated, the last answer counts. */
function totalOfHeader(name: string): string {
  return `total=$(NAME=${shellWord(name.toLowerCase())} awk -F ': *' 'tolower($1) == ENVIRON["NAME"] { total = $2 + 0 } END { print total }' page-headers.txt)
: "\${total:?The answer does not say how many rows there are}"
rm page-headers.txt
`;
}

/** Returns the arguments of `printf` that write the body for a further page. */
function furtherPage({ notation, pageSize, body }: CodeInput): string {
  const size = String(pageSize);
  const repeated = repeatedQuery(notation, body);
  const formatted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('%', '%%');
  const format = furtherJson(
    notation,
    { page: '%d', size, key: notation.isKeyNumber ? '%s' : '"%s"' },
    formatted,
    repeated,
  );
  const page = pageExpression(notation, 'n', size);
  const values = notation.furtherBody.flatMap(({ value }) => {
    if (typeof value !== 'object' || value === null || value.put === 'size') return [];
    if (value.put === 'key') return ['"$key"'];
    return [page === 'n' ? '"$n"' : `"$(( ${page} ))"`];
  });
  if (repeated === null) return [shellWord(format), ...values].join(' ');
  return [shellWord(`${format}%s`), ...values, '"${query#?}"'].join(' ');
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
