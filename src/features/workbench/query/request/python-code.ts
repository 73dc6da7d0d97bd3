import {
  furtherMembers,
  hasSnapshots,
  MOVING_ROWS,
  pageExpression,
  programNotes,
  repeatedQuery,
  type ProgramNotation,
} from '@/contract/program-notation';
import {
  jsonValue,
  literal,
  MEMBER_AT,
  PYTHON_NOTATION,
  pythonJson,
  pythonText,
  recordOf,
} from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

const at = MEMBER_AT.python;

/** Generates a Python script that uses requests and reads numbers as exact decimals. */
export function pythonCode(input: CodeInput): string {
  const { serviceAddress, clientId, method, body, pageSize, notation } = input;
  const { isDescribed, total, totalHeader } = notation;
  const isTotalTold = total !== null || totalHeader !== null;
  const repeated = repeatedQuery(notation, body);
  const isMoving = !hasSnapshots(notation);
  return `${programNotes(notation)
    .map((note) => `# ${note}\n`)
    .join('')}# pip install requests
# Before: set the environment variables PRICES_USER and PRICES_PASSWORD
${isDescribed ? 'import json\n' : ''}import os
${isMoving ? 'import sys\n' : ''}import time
from decimal import Decimal
${notation.keyInAddress === null ? '' : 'from urllib.parse import quote\n'}
import requests

BASE = ${pythonText(serviceAddress)}
USER, PASSWORD = os.environ["PRICES_USER"], os.environ["PRICES_PASSWORD"]
${repeated === null ? '' : '# Each request has this query.\n'}QUERY = ${isDescribed ? pythonJson(repeated?.query ?? body) : literal(jsonValue(body), PYTHON_NOTATION)}

session = requests.Session()
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}${isDescribed ? 'session.headers["Content-Type"] = "application/json"\n' : ''}

${pageFunction(input)}

first${totalHeader === null ? '' : ', total'} = page(${repeated === null ? 'QUERY' : `${pythonText(repeated.firstLead)} + QUERY.strip()[1:]`})
rows = ${at('first', notation.rows)}
number = 1
${isTotalTold ? `while len(rows) < ${total === null ? 'total' : at('first', total)}:` : UNTOLD_TOTAL}
    number += 1
${furtherPage(input)}
    if not ${at('later', notation.rows)}:
        ${isTotalTold ? 'raise RuntimeError("The snapshot ended too early.")' : 'break'}
${isTotalTold ? '' : tooFewRows(pageSize)}    rows += ${at('later', notation.rows)}

print(len(rows), "rows")
${isMoving ? `print(${pythonText(MOVING_ROWS)}, file=sys.stderr)\n` : ''}`;
}

const UNTOLD_TOTAL = `# The service does not say how many rows there are: the page after the last one is empty.
while rows:`;

function tooFewRows(pageSize: number): string {
  return `    if len(rows) < (number - 1) * ${pageSize}:
        raise RuntimeError("A page has fewer rows than asked for, and is not the last one.")
`;
}

function pageFunction({ path, notation }: CodeInput): string {
  const { isDescribed, keyInAddress, keyInHeader } = notation;
  const search = keyInAddress === null ? '' : ' + search';
  const parameter = keyInAddress !== null ? ', search=""' : keyInHeader !== null ? ', headers=None' : '';
  return `def page(body${parameter}):
    while True:
        answer = session.post(BASE + ${pythonText(path)}${search}, ${isDescribed ? 'data=body.encode()' : 'json=body'}${keyInHeader === null ? '' : ', headers=headers'}, timeout=300)
        if answer.status_code != 429:
            break
        time.sleep(int(answer.headers.get("Retry-After", "1")))
${dataOfAnswer(notation)}
`;
}

function dataOfAnswer({ isDescribed, envelope, rows, columns, totalHeader }: ProgramNotation): string {
  const answer = 'answer.json(parse_float=Decimal)';
  const exact = '  # every digit is kept';
  const wrapped = (place: keyof Exclude<typeof envelope, null>) => at('envelope', envelope?.[place] ?? []);
  const refusal = isDescribed ? '{answer.text}' : "{envelope['Errors']}";
  const lines =
    envelope === null
      ? ['if not answer.ok:', `    raise RuntimeError(f"{answer.status_code}: ${refusal}")`]
      : [
          // A refusal may have no envelope, so its status is looked at first.
          ...(isDescribed
            ? ['if not answer.ok:', `    raise RuntimeError(f"{answer.status_code}: ${refusal}")`]
            : []),
          `envelope = ${answer}${exact}`,
          isDescribed
            ? `if not ${wrapped('succeeded')}:`
            : `if not answer.ok or not ${wrapped('succeeded')}:`,
          `    raise RuntimeError(f"{answer.status_code}: ${refusal}")`,
        ];
  const data = envelope === null ? answer : wrapped('data');
  const total = totalHeader === null ? '' : `, int(answer.headers[${pythonText(totalHeader)}])`;
  const note = envelope === null ? exact : '';
  if (columns === null) lines.push(`return ${data}${total}${note}`);
  else {
    lines.push(
      `data = ${data}${note}`,
      '# A row is a list of values; their names are told once.',
      `names = ${at('data', columns)}`,
      `lists = ${at('data', rows)}`,
      'if len(set(names)) < len(names) or any(len(values) != len(names) for values in lists):',
      '    raise RuntimeError("The rows do not fit the names of the columns.")',
      `${at('data', rows)} = [dict(zip(names, values)) for values in lists]`,
      `return data${total}`,
    );
  }
  return lines.map((line) => `    ${line}`).join('\n');
}

function furtherPage({ notation, pageSize, body: firstBody }: CodeInput): string {
  const size = String(pageSize);
  const key = at('first', notation.key ?? []);
  const expressions = {
    page: pageExpression(notation, 'number', size),
    size,
    key: notation.isDescribed && !notation.isKeyNumber ? `str(${key})` : key,
  };
  const members = furtherMembers(notation, expressions, (value) => literal(value, PYTHON_NOTATION));
  if (!notation.isDescribed) return `    later = page(${recordOf(members, PYTHON_NOTATION, 1)})`;
  const { keyInAddress, keyInHeader } = notation;
  const outside =
    keyInAddress !== null
      ? `, ${pythonText(`?${encodeURIComponent(keyInAddress)}=`)} + quote(str(${key}), safe="")`
      : keyInHeader !== null
        ? `, {${pythonText(keyInHeader)}: str(${key})}`
        : '';
  const repeated = repeatedQuery(notation, firstBody);
  const text =
    repeated === null
      ? 'json.dumps(body)'
      : `json.dumps(body)[:-1] + ${repeated.isEmpty ? '' : '"," + '}QUERY.strip()[1:]`;
  return `    body = ${recordOf(members, PYTHON_NOTATION, 2)}
    later${notation.totalHeader === null ? '' : ', _'} = page(${text}${outside})`;
}

function passwordHeaders(clientId: string): string {
  const client = pythonText(clientId);
  return `token = session.post(
    BASE + "/token",
    data={"grant_type": "password", "username": USER, "password": PASSWORD, "client_id": ${client}},
    timeout=30,
)
token.raise_for_status()
session.headers["Authorization"] = "Bearer " + token.json()["access_token"]
session.headers["client_id"] = ${client}
`;
}

const API_KEY_HEADERS = `session.headers["Authorization"] = f"ApiKey {USER}:{PASSWORD}"
`;
