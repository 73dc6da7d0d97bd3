import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FRAMINGS, type Framing } from './test/http-framings.mjs';
import { sendRaw, startRecordingUpstream, statusesIn } from './test/raw-http.mjs';
import { serve } from './serve.mjs';

async function start(custody: 'page' | 'server') {
  const directory = mkdtempSync(path.join(tmpdir(), 'framing-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(path.join(directory, 'config.json'), JSON.stringify({ custody }));
  writeFileSync(path.join(directory, 'index.html'), 'page');
  const upstream = await startRecordingUpstream();
  const console = await serve({
    directory,
    service: { address: upstream.address },
    custodySecret: 's'.repeat(43),
  });
  return { upstream, console };
}

describe.each(['page', 'server'] as const)('with custody: %s', (custody) => {
  test('exactly the requests that are there to see reach the service, and each gets its own answer', async () => {
    const { upstream, console } = await start(custody);
    const host = `localhost:${console.port}`;
    const outcomes = await Promise.all(
      FRAMINGS.map(async (framing, index) => {
        const answered = await sent(console.port, framing, { host, index });
        return { framing, index, answered };
      }),
    );
    await console.close();
    await upstream.close();
    const found = outcomes.map(({ framing: { name, arrives }, index, answered }) => {
      const own = `/company/papi/api/meant/${index}`;
      const statuses = statusesIn(answered);
      return {
        name,
        arrived: upstream.received.filter(({ url }) => url === own).map(({ method }) => method),
        isRefused: arrives.length === 0 ? statuses.every((status) => status >= 400) : statuses,
        strangers: [...answered.matchAll(/answer to \S+ (\S+)/g)].filter(([, url]) => url !== own),
      };
    });
    expect(found).toEqual(
      FRAMINGS.map(({ name, arrives }) => ({
        name,
        arrived: arrives,
        isRefused: arrives.length === 0 ? true : arrives.map(() => 200),
        strangers: [],
      })),
    );
    expect(upstream.unreadable).toEqual([]);
    expect(upstream.received.filter(({ url }) => !/\/meant\/\d+$/.test(url))).toEqual([]);
  });
});

async function sent(
  port: number,
  framing: Framing,
  { host, index }: { host: string; index: number },
): Promise<string> {
  const bytes = framing.bytes({
    host,
    meant: `/papi/api/meant/${index}`,
    smuggled: `/papi/api/smuggled/${index}`,
  });
  const answers = Math.max(1, framing.arrives.length);
  const isEnough = (text: string) =>
    framing.isUnfinished || (statusesIn(text).length >= answers && text.endsWith('\n'));
  return sendRaw(port, bytes, isEnough);
}
