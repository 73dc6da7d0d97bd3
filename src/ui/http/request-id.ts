import type { BodyChunks } from '@/lib/base/body-chunks';
import type { RequestIds } from './service-error';

/** Response headers with an id, the preferred first. A service on another origin must list them in `Access-Control-Expose-Headers`. */
const REQUEST_ID_HEADERS = ['X-Request-Id', 'X-Correlation-Id'];

/** Matches the usual kinds of ids. A header with any other text is ignored, because it could contain anything. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** Returns the id that the service gave a request, from the headers of the response; null if there is none. */
export function requestIdOf(headers: Headers): string | null {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name);
    if (id !== null && REQUEST_ID.test(id)) return id;
  }
  return null;
}

const idsOfBodies = new WeakMap<object, RequestIds>();

/** Notes the request of a body, for failures that are found later, when a worker reads the body. */
export function noteRequestOfBody(body: BodyChunks, ids: RequestIds): void {
  idsOfBodies.set(body, ids);
}

/** Returns the ids of a body's request. For bodies without a request, such as rows saved in the browser, returns no ids. */
export function requestIdsOfBody(body: object): RequestIds {
  return idsOfBodies.get(body) ?? {};
}
