export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface Notation {
  readonly list: readonly [open: string, close: string];
  readonly record: readonly [open: string, close: string];
  readonly member: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  readonly isTrue: string;
  readonly isFalse: string;
}

const INDENT = '  ';
/** The length up to which a list or record is written on one line. */
const MAX_LINE_LENGTH = 76;

/** Writes a value as a literal of the language, broken into readable lines. */
export function literal(value: JsonValue, notation: Notation, depth = 0): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? notation.isTrue : notation.isFalse;
  const isList = isArray(value);
  const [open, close] = isList ? notation.list : notation.record;
  const parts = isList
    ? value.map((item) => literal(item, notation, depth + 1))
    : Object.entries(value).map(([name, item]) => notation.member(name, literal(item, notation, depth + 1)));
  const line = open + parts.join(', ') + close;
  if (line.length <= MAX_LINE_LENGTH && !line.includes('\n') && depth > 0) return line;
  const inner = INDENT.repeat(depth + 1);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${INDENT.repeat(depth)}${close}`;
}

// `Array.isArray` does not narrow readonly arrays, so this type guard does.
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The notation of JSON, which is also valid in JavaScript. */
export const JSON_NOTATION: Notation = {
  list: ['[', ']'],
  record: ['{', '}'],
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  text: (text) => JSON.stringify(text),
  isTrue: 'true',
  isFalse: 'false',
};

/** The notation of Python, which has the same lists and records as JSON. */
export const PYTHON_NOTATION: Notation = {
  ...JSON_NOTATION,
  member: (name, value) => `${pythonText(name)}: ${value}`,
  text: pythonText,
  isTrue: 'True',
  isFalse: 'False',
};

/** Writes a Python string. It is like a JSON string, but escapes characters that editors hide or treat as line ends. */
export function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
  });
}

export const POWER_QUERY_NOTATION: Notation = {
  list: ['{', '}'],
  record: ['[', ']'],
  member: (name, value) => `${name} = ${value}`,
  text: powerQueryText,
  isTrue: 'true',
  isFalse: 'false',
};

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

/** Quotes a text for PowerShell, in which curly quotes also end a string. */
export function powerShellText(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, (quote) => quote + quote)}'`;
}
