import { escapeMarkup } from '../formats/xml-text';

// Characters that XML does not allow or normalizes, and texts that look like an escape: ECMA-376 part 1, 22.9.2.19 (ST_Xstring).
const ESCAPED = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const NEEDS_ESCAPE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF&<>"]|_x/u;

/** Escapes a text for a cell or an attribute of a workbook, without losing any character. */
export function xlsxText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return escapeMarkup(
    text.replaceAll(ESCAPED, (character) =>
      character === '\n' || character === '\t'
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    ),
  );
}

/** Like `xlsxText`, but for an attribute, in which XML would turn line breaks and tabs into spaces. */
export function xlsxAttribute(text: string): string {
  return xlsxText(text).replaceAll('\n', '_x000A_').replaceAll('\t', '_x0009_');
}

/** The most characters that a table heading in Excel can have. */
const MAX_HEADING_LENGTH = 255;

/** Returns the headings of an Excel table with these columns. They are not empty, and no two are equal when case is ignored. */
export function tableHeadings(names: readonly string[]): readonly string[] {
  const own = new Set(names.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  return names.map((name, index) => {
    const folded = name.toLowerCase();
    let heading = name;
    if (name === '' || name.length > MAX_HEADING_LENGTH || taken.has(folded)) {
      const stem = name === '' ? `Column${index + 1}` : name;
      const isFree = (candidate: string) => !taken.has(candidate) && !own.has(candidate);
      heading = cutTo(stem, '');
      for (let ordinal = 2; !isFree(heading.toLowerCase()); ordinal += 1) {
        heading = cutTo(stem, String(ordinal));
      }
    }
    taken.add(heading.toLowerCase());
    return heading;
  });
}

function cutTo(stem: string, suffix: string): string {
  // Does not cut a surrogate pair in half.
  return stem.slice(0, MAX_HEADING_LENGTH - suffix.length).replace(/\p{Cs}$/u, '') + suffix;
}

/** Returns the XML for the content of a text cell. */
export function inlineString(text: string): string {
  return `<is><t${OUTER_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${xlsxText(text)}</t></is>`;
}

/** Matches white space at an end, which XML readers may drop without `xml:space`. */
const OUTER_SPACE = /^[ \t\r\n]|[ \t\r\n]$/;

/** Resolves the escapes (`_x000D_`) in a workbook's text. The XML parser has already resolved XML references. */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Whether a plain cell certainly needs no escape. It may return false for a cell that needs none. */
export function isPlainXml(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === SPACE || bytes[end - 1] === SPACE) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === AMPERSAND || byte === LESS || byte === GREATER || byte === UNDERSCORE) return false;
    // These bytes begin control characters and noncharacters.
    if (byte === DELETE || byte === FIRST_OF_CONTROLS || byte === FIRST_OF_NONCHARACTERS) return false;
  }
  return true;
}

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const DELETE = 0x7f;
/** The first byte of U+0080 to U+00BF. The next constant is that of U+F000 to U+FFFF. */
const FIRST_OF_CONTROLS = 0xc2;
const FIRST_OF_NONCHARACTERS = 0xef;
