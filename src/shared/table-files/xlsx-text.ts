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

/** `text` as the content of a cell. */
export function inlineString(text: string): string {
  return `<is><t${OUTER_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${xlsxText(text)}</t></is>`;
}

/** What XML may leave out of a text unless told otherwise. */
const OUTER_SPACE = /^[ \t\r\n]|[ \t\r\n]$/;

/** What stood in a cell or an attribute before `xlsxText`; also of what other programs have written. */
export function plainText(xml: string): string {
  if (!/[&\r]|_x/.test(xml)) return xml;
  return xml
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g,
      (entity, hex?: string, decimal?: string, name?: string) => {
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
        return ENTITIES.get(name ?? '') ?? entity;
      },
    )
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
