/** Characters that are invisible or change the layout, such as direction marks, which can disguise a value. */
// oxlint-disable-next-line no-control-regex -- the pattern is meant to find control characters
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The most characters that a cell shows. No cell has room for more, and rendering a million characters would delay the frame. */
const LONGEST_IN_CELL = 1_000;

/** Makes hidden characters visible, as `visibleWholeText` does, but returns only the beginning of a very long text. */
export function visibleText(text: string): string {
  if (text.length <= LONGEST_IN_CELL) return visibleWholeText(text);
  // Does not cut a surrogate pair in half.
  return `${visibleWholeText(text.slice(0, LONGEST_IN_CELL).replace(/[\ud800-\udbff]$/, ''))}…`;
}

/** Shows each hidden character as a symbol, so that different values never look the same. Also shows spaces if there is nothing else. */
export function visibleWholeText(text: string): string {
  const shown = text.replace(HIDDEN, symbolOf);
  return text.length > 0 && text.trim() === '' ? shown.replace(/\s/g, '·') : shown;
}

function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x0a || code === 0x2028 || code === 0x2029) return '↵';
  if (code === 0x09) return '⇥';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
