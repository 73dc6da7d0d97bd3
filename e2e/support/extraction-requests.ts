import type { Page } from '@playwright/test';
import type { ServedWith } from './served-console';

/** A call for a page of rows, as it left the console. */
export interface ExtractionRequest {
  readonly priceColumn: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const EXTRACTION = /\/papi\/api\/prices\/([^/?]+)$/;

/**
 * Listens to what the console asks the service of snapshots, oldest first, but for the look at the first rows, which has
 * none: on the network; in the demo, which has none, where a
 * request is made. To be called before the page is opened.
 */
export async function recordExtractions(
  page: Page,
  servedWith: ServedWith,
): Promise<readonly ExtractionRequest[]> {
  const requests: ExtractionRequest[] = [];
  const record = (url: string, body: string) => {
    const name = EXTRACTION.exec(url)?.[1];
    if (name === undefined) return;
    const request: ExtractionRequest = { priceColumn: decodeURIComponent(name), body: JSON.parse(body) };
    if ('useCache' in request.body || 'cacheKey' in request.body) requests.push(request);
  };
  if (servedWith === 'service') {
    page.on('request', (request) => record(request.url(), request.postData() ?? ''));
    return requests;
  }
  await page.exposeFunction('recordRequest', record);
  await page.addInitScript(() => {
    const { recordRequest } = globalThis as unknown as {
      recordRequest: (url: string, body: string) => Promise<void>;
    };
    globalThis.Request = class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init);
        // Only where a body is given as text: copies of a request hand it on as a stream.
        if (typeof init?.body === 'string') void recordRequest(this.url, init.body);
      }
    };
  });
  return requests;
}
