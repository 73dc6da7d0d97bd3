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
  JAVA_SCRIPT_NOTATION,
  javaScriptJson,
  javaScriptRaw,
  JSON_NOTATION,
  jsonValue,
  literal,
  MEMBER_AT,
  recordOf,
} from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

const at = MEMBER_AT.javaScript;

/** Generates a script for Node 18 and later. It reads numbers as text, so that no digit is lost. */
export function javaScriptCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize, notation } = input;
  const { isDescribed, keyInAddress, keyInHeader } = notation;
  const repeated = repeatedQuery(notation, body);
  const isMoving = !hasSnapshots(notation);
  const parameter = keyInAddress !== null ? ', search = ""' : keyInHeader !== null ? ', keyHeader = {}' : '';
  const text = (value: string) => JSON.stringify(value);
  const isTotalTold = notation.total !== null || notation.totalHeader !== null;
  return `${programNotes(notation)
    .map((note) => `// ${note}\n`)
    .join('')}// Save as prices.mjs and run with Node 18 or later
// Before: set the environment variables PRICES_USER and PRICES_PASSWORD
const base = ${text(serviceAddress)};
const { PRICES_USER: user, PRICES_PASSWORD: password } = process.env;
${repeated === null ? '' : '// Each request has this query.\n'}const query = ${isDescribed ? javaScriptJson(repeated?.query ?? body) : literal(jsonValue(body), JSON_NOTATION)};
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}
async function page(body${parameter}) {
  for (;;) {
    const answer = await fetch(base + ${text(path)}${keyInAddress === null ? '' : ' + search'}, {
      method: "POST",
      headers: { ...headers, ${keyInHeader === null ? '' : '...keyHeader, '}"Content-Type": "application/json" },
      body${isDescribed ? '' : ': JSON.stringify(body)'},
    });
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get("Retry-After") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
${dataOfAnswer(notation)}
  }
}

// Numbers become text: JavaScript's own would lose digits from the 16th on.
function readExactly(json) {
  const token = /"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g;
  return JSON.parse(json.replace(token, (found) => (found[0] === '"' ? found : \`"\${found}"\`)));
}

${firstPage(input)}
const rows = ${at('first', notation.rows)};
for (let number = 2; ${isTotalTold ? 'rows.length < total' : 'rows.length > 0'}; number += 1) {
${furtherPage(input)}
  if (${at('later', notation.rows)}.length === 0) ${isTotalTold ? 'throw new Error("The snapshot ended too early.")' : 'break'};
${isTotalTold ? '' : tooFewRows(pageSize)}  for (const row of ${at('later', notation.rows)}) rows.push(row);
}

console.log(rows.length, "rows");
${isMoving ? `console.error(${text(MOVING_ROWS)});\n` : ''}`;
}

/** Returns the statements that read the first page, and the number of all rows if the service says it. */
function firstPage({ notation, body }: CodeInput): string {
  const { isDescribed, total, totalHeader } = notation;
  const repeated = repeatedQuery(notation, body);
  const query =
    repeated === null
      ? 'query'
      : `String.raw\`${javaScriptRaw(repeated.firstLead)}\` + query.trim().slice(1)`;
  if (total !== null) {
    const count = at('first', total);
    // A total that is missing is no number, and no row would be missing then.
    const check = `\nif (!Number.isInteger(total)) throw new Error("The answer does not say how many rows there are.");`;
    return `const first = await page(${query});
const total = Number(${isDescribed ? `${count} ?? NaN` : count});${isDescribed ? check : ''}`;
  }
  if (totalHeader === null)
    return (
      '// The service does not say how many rows there are: the page after the last one is empty.\n' +
      `const first = await page(${query});`
    );
  return `const { data: first, count } = await page(${query});
if (count === null) throw new Error("The answer does not say how many rows there are.");
const total = Number(count);`;
}

function tooFewRows(pageSize: number): string {
  return `  if (rows.length < (number - 1) * ${pageSize}) {
    throw new Error("A page has fewer rows than asked for, and is not the last one.");
  }
`;
}

function dataOfAnswer({ isDescribed, envelope, rows, columns, totalHeader }: ProgramNotation): string {
  const wrapped = (place: keyof Exclude<typeof envelope, null>) => at('envelope', envelope?.[place] ?? []);
  const lines: string[] = [];
  if (isDescribed) {
    lines.push(
      'const text = await answer.text();',
      'if (!answer.ok) throw new Error(`${answer.status}: ${text}`);',
    );
    if (envelope !== null) {
      lines.push(
        'const envelope = readExactly(text);',
        `if (!${wrapped('succeeded')}) throw new Error(\`\${answer.status}: \${text}\`);`,
      );
    }
  } else {
    lines.push(
      'const envelope = readExactly(await answer.text());',
      `if (!answer.ok || !${wrapped('succeeded')}) {`,
      `  throw new Error(\`\${answer.status}: \${JSON.stringify(${wrapped('errors')})}\`);`,
      '}',
    );
  }
  const data = envelope === null ? 'readExactly(text)' : wrapped('data');
  const returned = (value: string) =>
    totalHeader === null
      ? value
      : `{ data: ${value}, count: answer.headers.get(${JSON.stringify(totalHeader)}) }`;
  if (columns === null) lines.push(`return ${returned(data)};`);
  else {
    lines.push(
      `const data = ${data};`,
      '// A row is a list of values; their names are told once.',
      `const names = ${at('data', columns)};`,
      `const lists = ${at('data', rows)};`,
      'if (new Set(names).size < names.length || lists.some((values) => values.length !== names.length)) {',
      '  throw new Error("The rows do not fit the names of the columns.");',
      '}',
      `${at('data', rows)} = lists.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));`,
      `return ${returned('data')};`,
    );
  }
  return lines.map((line) => `    ${line}`).join('\n');
}

function furtherPage({ notation, pageSize, body }: CodeInput): string {
  const size = String(pageSize);
  const key = at('first', notation.key ?? []);
  const page = pageExpression(notation, 'number', size);
  if (!notation.isDescribed) {
    const members = furtherMembers(notation, { page, size, key }, (value) =>
      literal(value, JAVA_SCRIPT_NOTATION),
    );
    return `  const later = await page(${recordOf(members, JAVA_SCRIPT_NOTATION, 1)});`;
  }
  // The body is text, because a number of the answer, such as the key, is text in this program, too.
  const put = {
    page: `\${${page}}`,
    size,
    key: `\${${notation.isKeyNumber ? key : `JSON.stringify(${key})`}}`,
  };
  const { keyInAddress, keyInHeader } = notation;
  const outside =
    keyInAddress !== null
      ? `, ${JSON.stringify(`?${encodeURIComponent(keyInAddress)}=`)} + encodeURIComponent(${key})`
      : keyInHeader !== null
        ? `, { ${JSON.stringify(keyInHeader)}: ${key} }`
        : '';
  const repeated = repeatedQuery(notation, body);
  const query = repeated === null ? '' : ' + query.trim().slice(1)';
  return `  const body = String.raw\`${furtherJson(notation, put, javaScriptRaw, repeated)}\`${query};
  const ${notation.totalHeader === null ? 'later' : '{ data: later }'} = await page(body${outside});`;
}

function passwordHeaders(clientId: string): string {
  const client = JSON.stringify(clientId);
  return `
const signIn = await fetch(base + "/token", {
  method: "POST",
  body: new URLSearchParams({ grant_type: "password", username: user, password, client_id: ${client} }),
});
if (!signIn.ok) throw new Error(\`Sign-in failed: \${signIn.status}\`);
const { access_token: token } = await signIn.json();
const headers = { Authorization: \`Bearer \${token}\`, client_id: ${client} };
`;
}

const API_KEY_HEADERS = `const headers = { Authorization: \`ApiKey \${user}:\${password}\` };
`;
