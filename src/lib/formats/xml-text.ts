/** Escapes a text for use as content or as a quoted attribute in XML and HTML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// oxlint-disable-next-line no-control-regex -- XML cannot contain most control characters, so the pattern must name them
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Returns the text with U+FFFD in place of every character that XML does not allow. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replaceAll(NOT_IN_XML, '\uFFFD');
}

/** Escapes a text like `escapeMarkup`, and replaces every character that XML does not allow with U+FFFD. */
export function escapeXml(text: string): string {
  return escapeMarkup(xmlCharacters(text));
}
