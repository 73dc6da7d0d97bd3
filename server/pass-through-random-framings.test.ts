import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { meantBy, randomFraming, seeded, type Meant, type MeantRequest } from './test/random-framings.mjs';
import { openRaw, startRecordingUpstream, statusesIn } from './test/raw-http.mjs';
import { serve } from './serve.mjs';

const LANES = 20;
const PATIENCE_MS = 60_000;

describe.each(['page', 'server'] as const)('with custody: %s', (custody) => {
  test('of a few random framings exactly the requests that are meant reach the service', () =>
    expectMeant(custody, 40, 7));
  test('of very many random framings, too', { tags: ['long'] }, () =>
    expectMeant(custody, 2_000, Math.floor(Math.random() * 2 ** 31)),
  );
});

interface Outcome {
  readonly index: number;
  readonly bytes: string;
  readonly meant: Meant;
  readonly answered: string;
  readonly isOpen: boolean;
}

/** Sends random framings on several connections at once. Each connection is used as long as it stays open. */
async function expectMeant(custody: 'page' | 'server', count: number, seed: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'framing-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(path.join(directory, 'config.json'), JSON.stringify({ custody }));
  const upstream = await startRecordingUpstream();
  const console = await serve({
    directory,
    service: { address: upstream.address },
    custodySecret: 's'.repeat(43),
  });
  const host = `localhost:${console.port}`;
  const outcomes: Outcome[] = [];
  let connections = 0;
  let begun = 0;
  const lane = async () => {
    let connection = openRaw(console.port);
    connections += 1;
    while (begun < count) {
      const index = begun;
      begun += 1;
      const bytes = randomFraming(seeded(seed + index), host, (name) => `/papi/api/${name}/${index}`);
      const meant = meantBy(bytes, { host, isJsonAlone: custody === 'server' });
      if (!connection.isOpen()) {
        connection = openRaw(console.port);
        connections += 1;
      }
      const isDoubtful = meant.end === 'refused' || meant.end === 'unfinished';
      const sent = connection.send(
        bytes,
        (text) => meant.end === 'open' && statusesIn(text).length === meant.answered && /(^|\n)$/.test(text),
        PATIENCE_MS,
      );
      if (isDoubtful) connection.end();
      const answered = await sent;
      outcomes.push({ index, bytes, meant, answered, isOpen: connection.isOpen() });
      if (meant.end !== 'open') connection.close();
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await console.close();
  await upstream.close();

  const arrived = new Map<number, MeantRequest[]>();
  for (const { method, url, body } of upstream.received) {
    const index = Number(/\d+$/.exec(url)?.[0]);
    arrived.set(index, [...(arrived.get(index) ?? []), { method, url: url.replace('/company', ''), body }]);
  }
  const wrong = outcomes.flatMap((outcome) => {
    const problem = problemOf(outcome, arrived.get(outcome.index) ?? []);
    return problem === null ? [] : [{ problem, ...outcome, arrived: arrived.get(outcome.index) }];
  });
  expect(wrong.slice(0, 3), `seed ${seed}: ${wrong.length} of ${count}`).toEqual([]);
  expect(upstream.unreadable).toEqual([]);
  // The test means little unless most requests are understood and connections are reused.
  expect(upstream.received.length).toBeGreaterThan(count / 2);
  expect(connections).toBeLessThan(count);
}

function problemOf({ meant, answered, isOpen }: Outcome, arrived: readonly MeantRequest[]): string | null {
  const names = (requests: readonly MeantRequest[]) =>
    requests.map((request) => JSON.stringify(request)).toSorted();
  const [expected, found] = [names(meant.arriving), names(arrived)];
  const own = meant.arriving.map(({ method, url }) => `answer to ${method} /company${url}\n`);
  const answers = answered.match(/answer to .*\n/g) ?? [];
  if (answers.some((answer) => !own.includes(answer))) return 'an answer to somebody else';
  if (meant.end === 'refused' || meant.end === 'unfinished' || (meant.mayClose && !isOpen)) {
    if (isOpen) return 'the connection goes on';
    const surplus = found.filter((each, at) => !expected.includes(each) || found.indexOf(each) !== at);
    return surplus.length === 0 ? null : 'requests that are not meant';
  }
  if (isOpen !== (meant.end === 'open')) return 'the connection ends, or does not';
  if (statusesIn(answered).length !== meant.answered) return 'other answers';
  return JSON.stringify(found) === JSON.stringify(expected) ? null : 'other requests than are meant';
}
