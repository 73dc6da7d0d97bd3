import type { BrowserContext, Page } from '@playwright/test';
import { openCookie } from '../../server/token-custody.mjs';
import type { ServedConsole } from './served-console';

/** Records all responses to a browser's pages from now on. It routes them, because the browser does not always keep a response's body. */
export async function recordResponses(context: BrowserContext): Promise<readonly string[]> {
  const responses: string[] = [];
  await context.route(
    () => true,
    async (route) => {
      // The request is repeated if the server has just closed an idle connection.
      const response = await route.fetch({ maxRedirects: 0, maxRetries: 3 }).catch(() => null);
      // Without a response, the page has cancelled the request, or the server is unreachable.
      if (response === null) return route.abort().catch(() => undefined);
      const headers = JSON.stringify(response.headersArray());
      responses.push([response.url(), headers, (await response.body()).toString('latin1')].join('\n'));
      return route.fulfill({ response }).catch(() => undefined);
    },
  );
  return responses;
}

/** Returns the values of a member, such as a token or binding, in recorded responses. */
export function membersIn(responses: readonly string[], member: string): readonly string[] {
  const found = responses.join('\n').matchAll(new RegExp(`"${member}":\\s*"([^"]+)"`, 'g'));
  return [...new Set([...found].map(([, value = '']) => value))];
}

/** Returns the refresh token in the browser's cookie; undefined if there is none. */
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

/** Returns the page's memory as a heap snapshot, as the developer tools save it. */
export async function heapOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await client.detach();
  return chunks.join('');
}
