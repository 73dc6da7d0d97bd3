/**
 * Characters that would be invisible or would steer the layout: C0 and C1 controls, line and paragraph separators, zero
 * width characters, and the marks that override the direction of text (their classic use is to disguise a value).
 */
// oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** More than any cell has room for: a million characters would hold up every frame that they are drawn in. */
const LONGEST_IN_CELL = 1_000;

/** As `visibleWholeText`, for a cell: of a very long text its beginning. */
export function visibleText(text: string): string {
  if (text.length <= LONGEST_IN_CELL) return visibleWholeText(text);
  // Not through the middle of a character.
  return `${visibleWholeText(text.slice(0, LONGEST_IN_CELL).replace(/[\ud800-\udbff]$/, ''))}…`;
}

/**
 * The text with every hidden character shown as a symbol, so that two different values never look the same. Text of
 * nothing but spaces shows them as dots: blank is what an empty text looks like.
 */
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
