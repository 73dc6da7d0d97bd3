/** Data as it is in a JSON message. */
export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** How a language writes data down. */
export interface Notation {
  readonly list: readonly [open: string, close: string];
  readonly record: readonly [open: string, close: string];
  readonly member: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  readonly isTrue: string;
  readonly isFalse: string;
}

const INDENT = '  ';
/** Lists and records up to this length stand on one line. */
const MAX_LINE_LENGTH = 76;

/** A value as a literal of the language, on as few lines as are readable. */
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

// The library's own check takes a readonly list for anything.
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** JSON, which JavaScript reads as well. */
export const JSON_NOTATION: Notation = {
  list: ['[', ']'],
  record: ['{', '}'],
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  text: (text) => JSON.stringify(text),
  isTrue: 'true',
  isFalse: 'false',
};

/** JSON's texts and lists are Python's too. */
export const PYTHON_NOTATION: Notation = { ...JSON_NOTATION, isTrue: 'True', isFalse: 'False' };

export const POWER_QUERY_NOTATION: Notation = {
  list: ['{', '}'],
  record: ['[', ']'],
  member: (name, value) => `${name} = ${value}`,
  text: powerQueryText,
  isTrue: 'true',
  isFalse: 'false',
};

/** A text of Power Query M: quotes are doubled, `#(` begins an escape. */
export function powerQueryText(text: string): string {
  const escaped = text
    .replaceAll('#(', '#(#)(')
    .replaceAll('"', '""')
    // oxlint-disable-next-line no-control-regex -- those are what must not stand there as they are
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
      return `#(${character.charCodeAt(0).toString(16).padStart(4, '0')})`;
    });
  return `"${escaped}"`;
}

/** A word of a POSIX shell that means exactly this text. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A PowerShell text that means exactly this; the curly quotes end one as well. */
export function powerShellText(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, (quote) => quote + quote)}'`;
}
