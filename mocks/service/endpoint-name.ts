export const ENDPOINT_NAMES = ['token', 'item-table', 'prices', 'extraction', 'events'] as const;

export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** What the address of a call names: the endpoint with its method, and the price column of an extraction. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly method: 'GET' | 'POST';
  readonly priceColumn: string | null;
}

/** The path below which all addresses of the service are (docs/service-contract.md, introduction). */
const BASE_PATH = '/papi';

/** The addresses below the base path. `{priceColumn}` is a placeholder for a segment. */
export const ADDRESSES: Readonly<Record<EndpointName, Pick<Route, 'method'> & { readonly path: string }>> = {
  token: { method: 'POST', path: '/token' },
  'item-table': { method: 'GET', path: '/api/tables/item' },
  prices: { method: 'GET', path: '/api/prices' },
  extraction: { method: 'POST', path: '/api/prices/{priceColumn}' },
  events: { method: 'GET', path: '/events' },
};

/** Returns the route of an address; null if no endpoint has it. For a service with a description, `addresses` differ. */
export function routeOf(url: URL, addresses: typeof ADDRESSES = ADDRESSES): Route | null {
  if (!url.pathname.startsWith(`${BASE_PATH}/`)) return null;
  const segments = url.pathname.slice(BASE_PATH.length).split('/');
  for (const endpoint of ENDPOINT_NAMES) {
    const { method, path } = addresses[endpoint];
    const expected = path.split('/');
    const isPlace = (index: number) => expected[index] === '{priceColumn}';
    const isSame =
      segments.length === expected.length &&
      segments.every((segment, index) => (isPlace(index) ? segment !== '' : segment === expected[index]));
    if (!isSame) continue;
    const priceColumn = segments.find((_, index) => isPlace(index));
    try {
      return {
        endpoint,
        method,
        priceColumn: priceColumn === undefined ? null : decodeURIComponent(priceColumn),
      };
    } catch {
      // The address contains a percent sign that is not part of an encoded character.
      return null;
    }
  }
  return null;
}
