/** Search parameters as in the address: a string, or strings where a name is repeated. */
export type SearchParams = Record<string, string | string[]>;

// A query may contain these unescaped, without a special meaning (RFC 3986, section 3.4), so that addresses stay readable.
const READABLE = /%(?:2C|3A|3B|40|2F|3F|24|21|2A|28|29|7E)/gi;

/** Parses the query part of an address. Values stay strings: numbers would lose digits. */
export function parseSearch(search: string): SearchParams {
  const params = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const earlier = params.get(name);
    params.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(params);
}

/** Inverse of `parseSearch`, with a leading `?` unless empty; `undefined` values are left out. */
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
