import type { Page } from '@playwright/test';
import type { ServedWith } from './served-console';

/** A request for a page of rows as the console sends it. */
export interface ExtractionRequest {
  readonly priceColumn: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const EXTRACTION = /\/papi\/api\/prices\/([^/?]+)$/;

/**
 * Records the console's requests for pages of snapshots, oldest first. Previews of the first rows have no snapshot and are left out. In the
 * demo, which has no network, the requests are recorded when they are created. Call this function before opening the page.
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
        // Copies of a request pass the body as a stream, so only text bodies are recorded.
        if (typeof init?.body === 'string') void recordRequest(this.url, init.body);
      }
    };
  });
  return requests;
}
