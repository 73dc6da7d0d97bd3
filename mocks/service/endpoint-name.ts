export const ENDPOINT_NAMES = ['token', 'item-table', 'prices', 'extraction', 'events'] as const;

export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** The parts of a call's address: the endpoint, and the price column of an extraction. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly method: 'GET' | 'POST';
  readonly priceColumn: string | null;
}

/** Every address of the service lies below this (docs/service-contract.md, introduction). */
const BASE_PATH = '/papi';

/** Returns null if the contract has no such address. */
export function routeOf(url: URL): Route | null {
  if (!url.pathname.startsWith(`${BASE_PATH}/`)) return null;
  const path = url.pathname.slice(BASE_PATH.length);
  switch (path) {
    case '/token':
      return { endpoint: 'token', method: 'POST', priceColumn: null };
    case '/api/tables/item':
      return { endpoint: 'item-table', method: 'GET', priceColumn: null };
    case '/api/prices':
      return { endpoint: 'prices', method: 'GET', priceColumn: null };
    case '/events':
      return { endpoint: 'events', method: 'GET', priceColumn: null };
    default:
      return extractionRoute(path);
  }
}

function extractionRoute(path: string): Route | null {
  const match = /^\/api\/prices\/([^/]+)$/.exec(path);
  if (match?.[1] === undefined) return null;
  try {
    return { endpoint: 'extraction', method: 'POST', priceColumn: decodeURIComponent(match[1]) };
  } catch {
    // The address contains a stray per cent sign.
    return null;
  }
}
