const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;
const COMMA = 0x2c;
const OBJECT_END = 0x7d;

/** A number is its own text, with every digit. */
export type JsonCell = string | boolean | null;

/** A row, and the place after it. */
export interface PlainRow {
  readonly cells: JsonCell[];
  readonly end: number;
}

/**
 * Reads objects whose members are exactly `names`, in that order, without white space: what a service writes row after
 * row. Takes the text and where a row begins; gives the cells of `columns`. Null for anything else, be it valid or not.
 */
export function createPlainRowReader(
  names: readonly string[],
  columns: readonly string[],
): (text: string, start: number) => PlainRow | null {
  const members = names.map((name, index) => ({
    /** All from the end of the value before it to its own. */
    lead: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    /** Of the column in a row; -1 for a member that nobody asked for. */
    place: columns.indexOf(name),
  }));
  const blank = columns.map((): JsonCell => null);

  return (text, start) => {
    const cells = blank.slice();
    let at = start;
    for (const { lead, place } of members) {
      if (!text.startsWith(lead, at)) return null;
      at += lead.length;
      const end = endOfCell(text, at);
      if (end === -1) return null;
      const cell = cellOf(text, at, end);
      if (cell === undefined) return null;
      if (place !== -1) cells[place] = cell;
      at = end;
    }
    return text.charCodeAt(at) === OBJECT_END ? { cells, end: at + 1 } : null;
  };
}

/** The place after a value that is no object, no array and has no exponent; -1 for any other. */
function endOfCell(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfText(text, start + 1);
  if (first === MINUS || isDigit(first)) return endOfNumber(text, start);
  if (text.startsWith('null', start) || text.startsWith('true', start)) return start + 4;
  return text.startsWith('false', start) ? start + 5 : -1;
}

/** Undefined for a text with a wrong escape. */
function cellOf(text: string, start: number, end: number): JsonCell | undefined {
  switch (text.charCodeAt(start)) {
    case QUOTE: {
      const content = text.slice(start + 1, end - 1);
      return content.includes('\\') ? unescaped(text.slice(start, end)) : content;
    }
    case 0x6e:
      return null;
    case 0x74:
      return true;
    case 0x66:
      return false;
    default:
      return text.slice(start, end);
  }
}

function unescaped(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

/** The place after the closing quote. */
function endOfText(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    // Beyond the end there is NaN, which no comparison holds for.
    if (!(code >= SPACE)) return -1;
    if (code === BACKSLASH) at += 1;
  }
}

/** An optional minus, digits without a leading zero, perhaps a point and digits. */
function endOfNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const integerStart = at;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at === integerStart || (text.charCodeAt(integerStart) === ZERO && at > integerStart + 1)) return -1;
  if (text.charCodeAt(at) === POINT) {
    const fractionStart = at + 1;
    at = fractionStart;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === fractionStart) return -1;
  }
  const next = text.charCodeAt(at);
  return next === COMMA || next === OBJECT_END ? at : -1;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
