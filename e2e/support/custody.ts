import type { BrowserContext, Page } from '@playwright/test';
import { openCookie } from '../../server/token-custody.mjs';
import type { ServedConsole } from './served-console';

/**
 * Everything that the pages of a browser are sent from now on: addresses, headers and bodies. They pass through
 * here, because the browser does not always have a body any more when it is asked for it.
 */
export async function recordResponses(context: BrowserContext): Promise<readonly string[]> {
  const responses: string[] = [];
  await context.route(
    () => true,
    async (route) => {
      // Again where the server has just closed a connection that nothing was sent over for some seconds.
      const response = await route.fetch({ maxRedirects: 0, maxRetries: 3 }).catch(() => null);
      // Cancelled by the page, or out of reach.
      if (response === null) return route.abort().catch(() => undefined);
      const headers = JSON.stringify(response.headersArray());
      responses.push([response.url(), headers, (await response.body()).toString('latin1')].join('\n'));
      return route.fulfill({ response }).catch(() => undefined);
    },
  );
  return responses;
}

/** The tokens and bindings in responses that were recorded. */
export function membersIn(responses: readonly string[], member: string): readonly string[] {
  const found = responses.join('\n').matchAll(new RegExp(`"${member}":\\s*"([^"]+)"`, 'g'));
  return [...new Set([...found].map(([, value = '']) => value))];
}

/** The refresh token in the browser's cookie; undefined where there is none. */
export async function keptToken(
  context: BrowserContext,
  { origin, serviceAddress, custodySecret }: ServedConsole,
  binding: string,
): Promise<string | undefined> {
  const cookies = await context.cookies(`${origin}/papi/token`);
  const cookie = cookies.find(({ name }) => name.includes('colonnade-session'));
  if (cookie === undefined) return undefined;
  const { name: cookieName, value } = cookie;
  const seal = {
    secret: custodySecret,
    binding,
    cookieName,
    service: serviceAddress ?? '',
    clientId: 'colonnade',
  };
  const kept = openCookie(value, seal);
  if (kept === undefined) throw new Error('The cookie does not open with this binding.');
  return kept.refreshToken;
}

/** All that lives in the page's memory, as the browser's developer tools would save it. */
export async function heapOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await client.detach();
  return chunks.join('');
}
