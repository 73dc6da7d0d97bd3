import type { BodyChunks } from '@/lib/base/body-chunks';
import type { RequestIds } from './service-error';

/** In the order of preference. A service on another origin has to expose them (`Access-Control-Expose-Headers`). */
const REQUEST_ID_HEADERS = ['X-Request-Id', 'X-Correlation-Id'];

/** Matches the usual kinds of ids. Any other text could be anything, and is left out. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** Returns the service's own id of a request, from the headers of its response; null where there is none. */
export function requestIdOf(headers: Headers): string | null {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name);
    if (id !== null && REQUEST_ID.test(id)) return id;
  }
  return null;
}

const idsOfBodies = new WeakMap<object, RequestIds>();

/** Notes which request a body answers, for failures that are found later, when a worker reads the body. */
export function noteRequestOfBody(body: BodyChunks, ids: RequestIds): void {
  idsOfBodies.set(body, ids);
}

/** Returns the ids of the request that a body answers; no ids for bodies of another origin, such as kept copies. */
export function requestIdsOfBody(body: object): RequestIds {
  return idsOfBodies.get(body) ?? {};
}
