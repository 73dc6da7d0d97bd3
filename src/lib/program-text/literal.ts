import { JsonText, parseKeepingNumbers } from '@/lib/base/json-text';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  /** A number with the digits that it is written with. */
  | JsonText
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface Notation {
  readonly list: readonly [open: string, close: string];
  readonly record: readonly [open: string, close: string];
  /** What stands between the members of a record on one line. */
  readonly separator: string;
  readonly member: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  readonly isTrue: string;
  readonly isFalse: string;
  readonly isNull: string;
}

const INDENT = '  ';
/** The length up to which a list or record is written on one line. */
const MAX_LINE_LENGTH = 76;

/** Writes a value as a literal of the language, broken into readable lines. */
export function literal(value: JsonValue, notation: Notation, depth = 0): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? notation.isTrue : notation.isFalse;
  if (value === null) return notation.isNull;
  if (value instanceof JsonText) return value.text;
  if (!isArray(value)) {
    const members = Object.entries(value).map(
      ([name, item]) => [name, literal(item, notation, depth + 1)] as const,
    );
    return recordOf(members, notation, depth);
  }
  const items = value.map((item) => literal(item, notation, depth + 1));
  return broken(notation.list, items, ', ', depth);
}

/** Writes a record whose values are expressions of the language. */
export function recordOf(
  members: readonly (readonly [name: string, expression: string])[],
  notation: Notation,
  depth = 0,
): string {
  const parts = members.map(([name, expression]) => notation.member(name, expression));
  return broken(notation.record, parts, notation.separator, depth);
}

/** Writes parts on one line if they fit, and on a line each if not. */
function broken(
  [open, close]: readonly [open: string, close: string],
  parts: readonly string[],
  separator: string,
  depth: number,
): string {
  const line = open + parts.join(separator) + close;
  if (line.length <= MAX_LINE_LENGTH && !line.includes('\n') && depth > 0) return line;
  const inner = INDENT.repeat(depth + 1);
  const lines = parts.map((part) => inner + part).join(`${separator.trimEnd()}\n`);
  return `${open.trimEnd()}\n${lines}\n${INDENT.repeat(depth)}${close.trimStart()}`;
}

// `Array.isArray` does not narrow readonly arrays, so this type guard does.
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The notation of JSON, which is also valid in JavaScript. */
export const JSON_NOTATION: Notation = {
  list: ['[', ']'],
  record: ['{', '}'],
  separator: ', ',
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  text: (text) => JSON.stringify(text),
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'null',
};

/** Parses the text of a JSON value for `literal`, with every digit of its numbers. Throws a SyntaxError for invalid JSON. */
export function jsonValue(text: string): JsonValue {
  return parseKeepingNumbers(text) as JsonValue;
}

/** Writes JSON text broken into readable lines. Characters that editors hide or treat as line ends are escaped. */
export function readableJson(text: string): string {
  const escaped = (each: string) => jsonEscaped(JSON.stringify(each));
  return literal(jsonValue(text), {
    ...JSON_NOTATION,
    member: (name, value) => `${escaped(name)}: ${value}`,
    text: escaped,
  });
}

function jsonEscaped(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(
      '',
    ),
  );
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The notation of JavaScript, with names in quotes only where it needs them. */
export const JAVA_SCRIPT_NOTATION: Notation = {
  ...JSON_NOTATION,
  record: ['{ ', ' }'],
  member: (name, value) => `${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}: ${value}`,
};

/** The notation of Python, which has the same lists and records as JSON. */
export const PYTHON_NOTATION: Notation = {
  ...JSON_NOTATION,
  member: (name, value) => `${pythonText(name)}: ${value}`,
  text: pythonText,
  isTrue: 'True',
  isFalse: 'False',
  isNull: 'None',
};

/** Writes a Python string. It is like a JSON string, but escapes characters that editors hide or treat as line ends. */
export function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : unicodeEscape(code);
  });
}

/** Writes JSON text as a Python string of several lines. No JSON has three quotes in a row, which would end the string. */
export function pythonJson(text: string): string {
  return `r"""\n${readableJson(text)}\n"""`;
}

/** Writes JSON text as a JavaScript string of several lines. */
export function javaScriptJson(text: string): string {
  return `String.raw\`\n${javaScriptRaw(readableJson(text))}\n\``;
}

/** Writes JSON text for a raw template literal of JavaScript. The characters that have a meaning there stand only in the JSON's strings. */
export function javaScriptRaw(json: string): string {
  return json.replaceAll(/`|\$(?=\{)/g, (character) => unicodeEscape(character.charCodeAt(0)));
}

export const POWER_QUERY_NOTATION: Notation = {
  list: ['{', '}'],
  record: ['[', ']'],
  separator: ', ',
  member: (name, value) => `${powerQueryName(name)} = ${value}`,
  text: powerQueryText,
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'null',
};

const POWER_QUERY_KEYWORDS = new Set(
  'and as each else error false if in is let meta not null or otherwise section shared then true try type'.split(
    ' ',
  ),
);

/** Writes the name of a record's member in Power Query M. */
function powerQueryName(name: string): string {
  return PLAIN_NAME.test(name) && !POWER_QUERY_KEYWORDS.has(name) ? name : `#${powerQueryText(name)}`;
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** Writes JSON text as a string of several lines in Power Query M. */
export function powerQueryJson(text: string): string {
  const lines = readableJson(text)
    .split('\n')
    .map((line) => powerQueryText(line).slice(1, -1));
  return `"${lines.join('\n')}"`;
}

/** Writes a string in Power Query M, in which quotes are doubled and `#(` starts an escape. */
export function powerQueryText(text: string): string {
  const escaped = text
    .replaceAll('#(', '#(#)(')
    .replaceAll('"', '""')
    // oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
      return `#(${character.charCodeAt(0).toString(16).padStart(4, '0')})`;
    });
  return `"${escaped}"`;
}

/** Quotes a text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The notation of hash tables in PowerShell. */
export const POWER_SHELL_NOTATION: Notation = {
  list: ['@(', ')'],
  record: ['@{ ', ' }'],
  separator: '; ',
  member: (name, value) => `${powerShellName(name)} = ${value}`,
  text: powerShellText,
  isTrue: '$true',
  isFalse: '$false',
  isNull: '$null',
};

function powerShellName(name: string): string {
  return PLAIN_NAME.test(name) ? name : powerShellText(name);
}

/** How each language writes the member at a path of names below a value, such as `first.snapshot.id`. */
export const MEMBER_AT = {
  python: (value: string, path: readonly string[]) =>
    value + path.map((name) => `[${pythonText(name)}]`).join(''),
  powerQuery: (value: string, path: readonly string[]) =>
    value + path.map((name) => `[${powerQueryName(name)}]`).join(''),
  powerShell: (value: string, path: readonly string[]) =>
    value + path.map((name) => `.${powerShellName(name)}`).join(''),
  javaScript: (value: string, path: readonly string[]) =>
    value + path.map((name) => (PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join(''),
};

/** Quotes a text for PowerShell, in which curly quotes also end a string. */
export function powerShellText(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, (quote) => quote + quote)}'`;
}
