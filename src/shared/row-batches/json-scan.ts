/*
 * Finds its way through JSON text without reading values. Nothing here validates: whoever parses every piece that was
 * found has validated the text.
 */

const SPACES: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** The place of the first character at or after `start` that is no white space. */
export function afterSpace(text: string, start: number): number {
  let at = start;
  while (SPACES.has(text.charCodeAt(at))) at += 1;
  return at;
}

/** The place after the string, object, array, number or word that begins at `start`; -1 where the text is over before. */
export function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') {
    const length = text.slice(start).search(/[\s,\]}]/);
    return length === -1 ? -1 : start + length;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return -1;
}

/**
 * Where the value of the first member `name` of an object begins; null where the text up to there holds none. Names
 * with escapes in the text are not recognised.
 */
export function memberValue(text: string, objectStart: number, name: string): number | null {
  if (text[objectStart] !== '{') return null;
  let at = afterSpace(text, objectStart + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    if (nameEnd === -1) return null;
    const isFound = text.slice(at + 1, nameEnd - 1) === name;
    at = afterSpace(text, nameEnd);
    if (text[at] !== ':') return null;
    at = afterSpace(text, at + 1);
    if (isFound) return at;
    at = endOfValue(text, at);
    if (at === -1) return null;
    at = afterSpace(text, at);
    if (text[at] !== ',') return null;
    at = afterSpace(text, at + 1);
  }
  return null;
}
