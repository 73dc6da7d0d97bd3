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

const SPACES: ReadonlySet<number> = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** Returns the index of the first character at or after `start` that is not white space. */
export function afterSpace(text: string, start: number): number {
  let at = start;
  while (SPACES.has(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the index after the value that starts at `start`; -1 if the text ends before the value does. */
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
