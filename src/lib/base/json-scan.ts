/* These functions find parts of a JSON text without validating it. Callers parse the parts afterwards. */

/** Returns the index of the array that `path`, a list of member names, leads to; null if the text has no such array. */
export function arrayStart(text: string, path: readonly string[]): number | null {
  let at = afterSpace(text, 0);
  for (const name of path) {
    const value = memberValue(text, at, name);
    if (value === null) return null;
    at = value;
  }
  return text[at] === '[' ? at : null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

// Pages have hundreds of thousands of values: character codes are compared without cutting the text.
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the index of the first character at or after `start` that is not white space. */
export function afterSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the index after the value that starts at `start`; -1 if the text ends before the value does. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfToken(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function endOfToken(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE || isSpace(code)) return at;
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

/** Returns the index of the value of the object's first member called `name`; null if there is none. Escaped names are not recognized. */
function memberValue(text: string, objectStart: number, name: string): number | null {
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
