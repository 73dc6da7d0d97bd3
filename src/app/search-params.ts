/** Search parameters as they stand in the address: text, or texts where a name is repeated. */
export type SearchParams = Record<string, string | string[]>;

// Allowed in a query (RFC 3986, section 3.4) and without meaning of their own there: left as they are, for people who
// read addresses.
const READABLE = /%(?:2C|3A|3B|40|2F|3F|24|21|2A|28|29|7E)/gi;

/** The query part of an address to its parameters. Values stay text: a number type would lose digits. */
export function parseSearch(search: string): SearchParams {
  const params = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const earlier = params.get(name);
    params.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(params);
}

/** The inverse of parseSearch, with a leading `?` unless empty; `undefined` values are left out. */
export function stringifySearch(params: Record<string, unknown>): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encode(name)}=${encode(String(item))}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(READABLE, (code) => decodeURIComponent(code))
    .replaceAll('%20', '+');
}
