import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenForm } from '@/contract/token.schema';

beforeEach(() => {
  // Each test loads the modules of the page again, as a new page would.
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function loadDemo() {
  const { startDemo } = await import('./browser');
  return startDemo();
}

async function signedIn(demo: Awaited<ReturnType<typeof loadDemo>>): Promise<Record<string, string>> {
  const [account] = demo.accounts;
  if (account === undefined) throw new Error('There are no demo accounts.');
  const response = await demo.fetch(`${demo.serviceAddress}/token`, {
    method: 'POST',
    body: tokenForm({ kind: 'password', ...account, clientId: 'colonnade' }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return {
    Authorization: `Bearer ${access_token}`,
    client_id: 'colonnade',
    'Content-Type': 'application/json',
  };
}

describe('the demo', () => {
  test('offers three people, and each can sign in', async () => {
    const demo = await loadDemo();
    expect(demo.accounts.map(({ label }) => label)).toEqual(['Pricing manager', 'Analyst', 'Viewer']);
    for (const account of demo.accounts) {
      const response = await demo.fetch(`${demo.serviceAddress}/token`, {
        method: 'POST',
        body: tokenForm({ kind: 'password', ...account, clientId: 'colonnade' }),
      });
      expect(response.status).toBe(200);
    }
  });

  test('is started once', async () => {
    const { startDemo } = await import('./browser');
    expect(await startDemo()).toBe(await startDemo());
  });

  test('responds to an extraction of its million rows', async () => {
    const demo = await loadDemo();
    const response = await demo.fetch(`${demo.serviceAddress}/api/prices/SalesPrice`, {
      method: 'POST',
      headers: await signedIn(demo),
      body: JSON.stringify({ page: 10_000, nrOfRecords: 100, useCache: true }),
    });
    expect(await response.json()).toMatchObject({ Data: { totalRecords: 1_000_000, page: 10_000 } });
  });

  test('leaves other addresses to the browser', async () => {
    const demo = await loadDemo();
    const elsewhere = vi.fn(async () => new Response('elsewhere'));
    vi.stubGlobal('fetch', elsewhere);
    expect(await (await demo.fetch('https://other.example.com/papi/token')).text()).toBe('elsewhere');
    expect(await (await demo.fetch('https://prices.example.com/papisfeld')).text()).toBe('elsewhere');
    expect(elsewhere).toHaveBeenCalledTimes(2);
  });

  test('says of a cut connection what a browser says', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    const demo = await loadDemo();
    const headers = await signedIn(demo);
    demo.controls.changeSettings({ errorRate: 1 });
    await expect(demo.fetch(`${demo.serviceAddress}/api/prices`, { headers })).rejects.toThrow(TypeError);
  });

  test('obeys the signal: before, during the latency, and in a stream of events', async () => {
    const demo = await loadDemo();
    const headers = await signedIn(demo);
    const early = AbortSignal.abort();
    const prices = `${demo.serviceAddress}/api/prices`;
    await expect(demo.fetch(prices, { headers, signal: early })).rejects.toThrow(/abort/i);
    const listening = new AbortController();
    const events = await demo.fetch(demo.eventsAddress, { headers, signal: listening.signal });
    const reader = events.body?.getReader();
    await reader?.read();
    listening.abort();
    await expect(reader?.read()).rejects.toThrow(/abort/i);
    demo.controls.changeSettings({ latencyMs: 60_000 });
    const waiting = new AbortController();
    const response = demo.fetch(prices, { headers, signal: waiting.signal });
    setTimeout(() => waiting.abort(), 10);
    await expect(response).rejects.toThrow(/abort/i);
  });

  test('notifies its listeners of a change, through its own fetch', async () => {
    const demo = await loadDemo();
    const headers = await signedIn(demo);
    const events = await demo.fetch(new Request(demo.eventsAddress, { headers }));
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    demo.controls.changeSourceData();
    expect((await reader?.read())?.value).toContain('event: price-source-changed');
    await reader?.cancel();
  });

  test('responds to no call of a page that is cut off, nor to one under way', async () => {
    const browserWindow = new EventTarget();
    vi.stubGlobal('window', browserWindow);
    vi.stubGlobal('navigator', Object.create({ onLine: true }));
    const said: string[] = [];
    for (const name of ['offline', 'online']) browserWindow.addEventListener(name, () => said.push(name));
    const demo = await loadDemo();
    const headers = await signedIn(demo);
    const call = () => demo.fetch(`${demo.serviceAddress}/api/prices`, { headers });

    demo.controls.changeSettings({ latencyMs: 5_000 });
    const underWay = call();
    demo.controls.setOffline(true);
    await expect(underWay).rejects.toThrow('Failed to fetch');
    await expect(call()).rejects.toThrow('Failed to fetch');
    expect([navigator.onLine, demo.controls.isOffline()]).toEqual([false, true]);

    demo.controls.changeSettings({ latencyMs: 0 });
    demo.controls.setOffline(false);
    expect([navigator.onLine, demo.controls.isOffline()]).toEqual([true, false]);
    expect((await call()).status).toBe(200);
    expect(said).toEqual(['offline', 'online']);
  });
});
