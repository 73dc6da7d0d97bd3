const SCHEME = 'data-mantine-color-scheme';

/** Returns the result of `read` in the colours of the light scheme, without a contrast theme. Nothing is painted in between. */
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
