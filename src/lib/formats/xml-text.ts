/** Escapes a text for the content or a quoted attribute of XML and HTML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// oxlint-disable-next-line no-control-regex -- XML has no notation for most control characters, so they are looked for
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Returns the text with U+FFFD in place of every character that XML does not allow. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replaceAll(NOT_IN_XML, '\uFFFD');
}

/** As `escapeMarkup`, with U+FFFD for every character that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeMarkup(xmlCharacters(text));
}
