import { expect, test, vi } from 'vitest';
import { allParts, type ConsolePart } from '../page-version/all-parts';
import { createSpareWorkers } from './spare-worker';

/** Creates spare workers for a script that the host may lack. */
function testScript() {
  const host = { isThere: true };
  const workers: { readonly terminate: () => void }[] = [];
  const start = () => {
    const worker = Object.assign(new EventTarget(), { terminate: vi.fn<() => void>() });
    workers.push(worker);
    queueMicrotask(() =>
      worker.dispatchEvent(
        host.isThere ? new MessageEvent('message', { data: 'started' }) : new Event('error'),
      ),
    );
    return worker as unknown as Worker;
  };
  const register = vi.spyOn(allParts, 'register');
  const { take } = createSpareWorkers(start);
  const part = register.mock.lastCall?.[0] as ConsolePart;
  register.mockRestore();
  return { host, workers, take, part };
}

test('a worker is started when it is needed, and ahead only once all parts are loaded', async () => {
  const { workers, take, part } = testScript();
  expect(take()).toBe(workers[0]);
  expect(take()).toBe(workers[1]);
  expect(part.isLoaded()).toBe(false);
  await part.load();
  await part.load();
  expect(part.isLoaded()).toBe(true);
  expect(workers).toHaveLength(3);
  // The next spare worker has already started, so it is available after the network is lost.
  expect(take()).toBe(workers[2]);
  await expect.poll(part.isLoaded).toBe(true);
  expect(take()).toBe(workers[3]);
});

test('a spare worker serves without the network; one whose script is gone is none', async () => {
  const { host, workers, take, part } = testScript();
  await part.load();
  host.isThere = false;
  expect(take()).toBe(workers[0]);
  await expect.poll(() => vi.mocked(workers[1]?.terminate ?? vi.fn()).mock.calls).toHaveLength(1);
  expect(part.isLoaded()).toBe(false);
  // Without a spare worker, `take` starts a new one, which fails as it would without this module.
  expect(take()).toBe(workers[2]);
});
