/** Escapes a text for the content or a quoted attribute of XML and HTML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// XML has no notation for most control characters.
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** As `escapeMarkup`, with U+FFFD for every character that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeMarkup(text.toWellFormed().replaceAll(NOT_IN_XML, '\uFFFD'));
}
