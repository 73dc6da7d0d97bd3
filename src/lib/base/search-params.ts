/** The search parameters of an address. A value is a string, or an array of strings if the name is repeated. */
export type SearchParams = Record<string, string | string[]>;

// `encode` undoes these escapes to keep addresses readable. A query may contain the characters as they are (RFC 3986, section 3.4).
const READABLE = /%(?:2C|3A|3B|40|2F|3F|24|21|2A|28|29|7E)/gi;

/** Parses the query part of an address. Values stay strings, because numbers would lose digits. */
export function parseSearch(search: string): SearchParams {
  const params = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const earlier = params.get(name);
    params.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(params);
}

/** The inverse of `parseSearch`. The result begins with `?` unless it is empty. Values that are undefined or null are left out. */
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
