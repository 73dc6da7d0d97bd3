import {
  furtherJson,
  furtherMembers,
  hasSnapshots,
  MOVING_ROWS,
  pageExpression,
  programNotes,
  repeatedQuery,
  type ProgramNotation,
} from '@/contract/program-notation';
import {
  JSON_NOTATION,
  jsonValue,
  literal,
  MEMBER_AT,
  POWER_SHELL_NOTATION,
  powerShellText,
  recordOf,
} from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

const at = MEMBER_AT.powerShell;

/** Generates a script for Windows PowerShell 5.1 and PowerShell 7. It reads numbers as text, so that no digit is lost. */
export function powerShellCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, notation } = input;
  const { keyInAddress, keyInHeader, totalHeader } = notation;
  const repeated = repeatedQuery(notation, body);
  const isMoving = !hasSnapshots(notation);
  const parameter =
    keyInAddress !== null
      ? ", [string] $Search = ''"
      : keyInHeader !== null
        ? ', [hashtable] $KeyHeader = @{}'
        : '';
  const total = notation.total === null ? '$total' : at('$first', notation.total);
  const isTotalTold = notation.total !== null || totalHeader !== null;
  return `${programNotes(notation)
    .map((note) => `# ${note}\n`)
    .join('')}# Before: $env:PRICES_USER = 'your user name'; $env:PRICES_PASSWORD = 'your password'
$ErrorActionPreference = 'Stop'
$base = ${powerShellText(serviceAddress)}
${repeated === null ? '' : '# Each request has this query.\n'}$query = @'
${literal(jsonValue(repeated?.query ?? body), JSON_NOTATION)}
'@
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}
# Numbers become text: they would lose digits from the 16th on.
$jsonToken = [regex]'"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?'
$quoted = { param($found) if ($found.Value[0] -eq '"') { $found.Value } else { '"' + $found.Value + '"' } }

function Get-Page([string] $Body${parameter}) {
  $request = @{
    Uri = $base + ${powerShellText(path)}${keyInAddress === null ? '' : ' + $Search'}
    Method = 'Post'
    Headers = $headers${keyInHeader === null ? '' : ' + $KeyHeader'}
    ContentType = 'application/json'
    Body = [Text.Encoding]::UTF8.GetBytes($Body)
    UseBasicParsing = $true
  }
  while ($true) {
    try {
      $answer = Invoke-WebRequest @request
      break
    } catch {
      if ([int] $_.Exception.Response.StatusCode -ne 429) { throw }
      Start-Sleep -Seconds 2
    }
  }
  $json = [Text.Encoding]::UTF8.GetString($answer.RawContentStream.ToArray())
${notation.isDescribed ? '  $script:lastJson = $json\n' : ''}${totalHeader === null ? '' : `  $script:total = @($answer.Headers[${powerShellText(totalHeader)}])[0]\n`}${dataOfAnswer(notation)}
}

$first = Get-Page ${repeated === null ? '$query' : `(${powerShellText(repeated.firstLead)} + $query.Substring(1))`}
${notation.isDescribed && !isMoving ? keyAsItCame(notation) : ''}$rows = [Collections.Generic.List[object]]::new()
foreach ($row in ${at('$first', notation.rows)}) { $rows.Add($row) }
${isTotalTold ? toldPages(input, total) : untoldPages(input)}
"$($rows.Count) rows"
${isMoving ? `[Console]::Error.WriteLine(${powerShellText(MOVING_ROWS)})\n` : ''}`;
}

function toldPages(input: CodeInput, total: string): string {
  const { pageSize, notation } = input;
  const isInHeader = notation.totalHeader !== null;
  return `${isInHeader ? "if ($null -eq $total) { throw 'The answer does not say how many rows there are.' }\n" : ''}$pages = [math]::Ceiling([double] ${total} / ${pageSize})
for ($number = 2; $number -le $pages; $number++) {
  $later = Get-Page ${furtherPage(input)}
  foreach ($row in ${at('$later', notation.rows)}) { $rows.Add($row) }
}
if ($rows.Count -ne [int] ${total}) { throw 'The snapshot ended too early.' }
`;
}

function untoldPages(input: CodeInput): string {
  const { pageSize, notation } = input;
  return `# The service does not say how many rows there are: the page after the last one is empty.
for ($number = 2; $rows.Count -gt 0; $number++) {
  $later = Get-Page ${furtherPage(input)}
  $found = @(${at('$later', notation.rows)})
  if ($found.Count -eq 0) { break }
  if ($rows.Count -ne ($number - 1) * ${pageSize}) { throw 'A page has fewer rows than asked for, and is not the last one.' }
  foreach ($row in $found) { $rows.Add($row) }
}
`;
}

function keyAsItCame({ envelope, key }: ProgramNotation): string {
  const place = [...(envelope?.data ?? []), ...(key ?? [])].map((name) => ` ${name}`);
  return `
# ConvertFrom-Json makes a date of a key that looks like one, but not if it begins with a space.
$spaced = { param($found) '" ' + (& $quoted $found).Substring(1) }
$spacedJson = $jsonToken.Replace($lastJson, [Text.RegularExpressions.MatchEvaluator] $spaced)
$key = ${at('($spacedJson | ConvertFrom-Json)', place)}.Substring(1)

`;
}

function dataOfAnswer({ envelope, rows, columns }: ProgramNotation): string {
  const content =
    '$jsonToken.Replace($json, [Text.RegularExpressions.MatchEvaluator] $quoted) | ConvertFrom-Json';
  const wrapped = (place: keyof Exclude<typeof envelope, null>) => at('$envelope', envelope?.[place] ?? []);
  const lines: string[] = [];
  if (envelope !== null) {
    lines.push(
      `$envelope = ${content}`,
      `if (-not ${wrapped('succeeded')}) { throw (${wrapped('errors')} | ConvertTo-Json -Compress) }`,
    );
  }
  const data = envelope === null ? content : wrapped('data');
  if (columns === null) lines.push(data);
  else {
    lines.push(
      `$data = ${data}`,
      '# A row is a list of values; their names are told once.',
      `$names = @(${at('$data', columns)})`,
      `${at('$data', rows)} = @(foreach ($values in ${at('$data', rows)}) {`,
      "  if (@($values).Count -ne $names.Count) { throw 'The rows do not fit the names of the columns.' }",
      '  $row = [ordered] @{}',
      '  for ($index = 0; $index -lt $names.Count; $index++) { $row.Add($names[$index], @($values)[$index]) }',
      '  [pscustomobject] $row',
      '})',
      '$data',
    );
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

function furtherPage({ notation, pageSize, body: firstBody }: CodeInput): string {
  const size = String(pageSize);
  const page = pageExpression(notation, '$number', size);
  if (!notation.isDescribed) {
    const put = { page, size, key: at('$first', notation.key ?? []) };
    const members = furtherMembers(notation, put, (value) => literal(value, POWER_SHELL_NOTATION));
    return `(${recordOf(members, POWER_SHELL_NOTATION, 1)} | ConvertTo-Json -Compress)`;
  }
  // The body is a text, because no number of PowerShell holds a key of any length.
  const key = notation.isKeyNumber ? '$key' : '(ConvertTo-Json -Compress $key)';
  const put = { page: `' + (${page}) + '`, size, key: `' + ${key} + '` };
  const repeated = repeatedQuery(notation, firstBody);
  const query = repeated === null ? '' : ' + $query.Substring(1)';
  const inside = (json: string) => powerShellText(json).slice(1, -1);
  const body = `('${furtherJson(notation, put, inside, repeated)}'${query})`;
  if (notation.keyInHeader !== null) return `${body} @{ ${powerShellText(notation.keyInHeader)} = $key }`;
  if (notation.keyInAddress === null) return body;
  return `${body} (${powerShellText(`?${encodeURIComponent(notation.keyInAddress)}=`)} + [Uri]::EscapeDataString($key))`;
}

function passwordHeaders(clientId: string): string {
  const client = powerShellText(clientId);
  return `
$signIn = Invoke-RestMethod -Uri "$base/token" -Method Post -Body @{
  grant_type = 'password'
  username = $env:PRICES_USER
  password = $env:PRICES_PASSWORD
  client_id = ${client}
}
$headers = @{ Authorization = "Bearer $($signIn.access_token)"; client_id = ${client} }
`;
}

const API_KEY_HEADERS = `$headers = @{ Authorization = "ApiKey $($env:PRICES_USER):$($env:PRICES_PASSWORD)" }
`;
