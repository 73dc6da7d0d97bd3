// What XML cannot carry, a carriage return (which XML would turn into a line feed), and what looks like the escape
// itself: ECMA-376 part 1, 22.9.2.19 (ST_Xstring).
const ESCAPED = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const NEEDS_ESCAPE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF&<>"]|_x/u;

/** `text` for a cell or an attribute of a workbook's XML; comes back from it unchanged. */
export function xlsxText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text
    .replaceAll(ESCAPED, (character) =>
      character === '\n' || character === '\t'
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
