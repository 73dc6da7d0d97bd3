import { JSON_NOTATION, literal, powerShellText } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a script for Windows PowerShell 5.1 and PowerShell 7. It reads numbers as text, so that no digit is lost. */
export function powerShellCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize } = input;
  return `# Before: $env:PRICES_USER = 'your user name'; $env:PRICES_PASSWORD = 'your password'
$ErrorActionPreference = 'Stop'
$base = ${powerShellText(serviceAddress)}
$query = @'
${literal(body, JSON_NOTATION)}
'@
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}
# Numbers become text: they would lose digits from the 16th on.
$jsonToken = [regex]'"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?'
$quoted = { param($found) if ($found.Value[0] -eq '"') { $found.Value } else { '"' + $found.Value + '"' } }

function Get-Page([string] $Body) {
  $request = @{
    Uri = $base + ${powerShellText(path)}
    Method = 'Post'
    Headers = $headers
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
  $envelope = $jsonToken.Replace($json, [Text.RegularExpressions.MatchEvaluator] $quoted) | ConvertFrom-Json
  if (-not $envelope.Succeeded) { throw ($envelope.Errors | ConvertTo-Json -Compress) }
  $envelope.Data
}

$first = Get-Page $query
$rows = [Collections.Generic.List[object]]::new()
foreach ($row in $first.data) { $rows.Add($row) }
$pages = [math]::Ceiling([double] $first.totalRecords / ${pageSize})
for ($number = 2; $number -le $pages; $number++) {
  $later = Get-Page (@{ page = $number; nrOfRecords = ${pageSize}; cacheKey = $first.cacheKey } | ConvertTo-Json -Compress)
  foreach ($row in $later.data) { $rows.Add($row) }
}
if ($rows.Count -ne [int] $first.totalRecords) { throw 'The snapshot ended too early.' }

"$($rows.Count) rows"
`;
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
