const SCHEME = 'data-mantine-color-scheme';

/** Calls `read` while the page has the colors of the light scheme and no contrast theme. The browser does not paint meanwhile. */
export function withLightColours<T>(read: () => T): T {
  const { documentElement } = document;
  const scheme = documentElement.getAttribute(SCHEME);
  const forced = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map(({ media }) => ({ media, query: media.mediaText }))
    .filter(({ query }) => query.includes('forced-colors'));
  documentElement.setAttribute(SCHEME, 'light');
  for (const { media } of forced) media.mediaText = 'not all';
  try {
    return read();
  } finally {
    if (scheme === null) documentElement.removeAttribute(SCHEME);
    else documentElement.setAttribute(SCHEME, scheme);
    for (const { media, query } of forced) media.mediaText = query;
  }
}
