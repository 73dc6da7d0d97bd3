import { expect, test } from 'vitest';
import { createAllParts, type ConsolePart } from './all-parts';

/** Creates a part that can be loaded while there is a network. */
function testPart(
  network: { isThere: boolean },
  log: string[],
  name: string,
  onLoad?: () => void,
): ConsolePart {
  let isLoaded = false;
  return {
    load: async () => {
      log.push(name);
      isLoaded = network.isThere;
      if (isLoaded) onLoad?.();
    },
    isLoaded: () => isLoaded,
  };
}

function start({ hasAnalysis = true, isOnline = true } = {}) {
  const network = { isThere: isOnline };
  const log: string[] = [];
  let onOnline: () => void = () => undefined;
  const parts = createAllParts({
    whenIdle: async () => void log.push('idle'),
    onceOnline: (callback) => {
      onOnline = callback;
    },
  });
  const part = (name: string, onLoad?: () => void) => testPart(network, log, name, onLoad);
  const begin = () => parts.start({ hasAnalysis });
  return { network, log, parts, part, begin, goOnline: () => onOnline() };
}

test('all parts are loaded one after the other when there is time, and what they bring, too', async () => {
  const { parts, part, begin, log } = start();
  parts.register(part('screen', () => parts.register(part('view', () => parts.register(part('tool'))))));
  const loaded = part('menu');
  await loaded.load();
  parts.register(loaded);
  expect(parts.getState()).toBe('idle');
  begin();
  begin();
  expect(parts.getState()).toBe('loading');
  await expect.poll(parts.getState).toBe('loaded');
  expect(log).toEqual(['menu', 'idle', 'screen', 'view', 'tool']);
});

test('what fails is told, and tried again when the network is back or when it is asked for', async () => {
  for (const retries of ['online', 'asked'] as const) {
    const { parts, part, begin, network, log, goOnline } = start({ isOnline: false });
    parts.register(part('screen'));
    parts.register(part('engine'));
    const states: string[] = [];
    parts.subscribe(() => states.push(parts.getState()));
    begin();
    await expect.poll(parts.getState).toBe('failed');
    expect(log).toEqual(['idle', 'screen', 'engine']);
    network.isThere = true;
    if (retries === 'online') goOnline();
    else parts.retry();
    await expect.poll(parts.getState).toBe('loaded');
    expect(states).toEqual(['loading', 'failed', 'loading', 'loaded']);
  }
});

test('without views of the rows read their engine is not loaded', async () => {
  const { parts, part, begin, log } = start({ hasAnalysis: false });
  parts.register({ ...part('engine'), isOfAnalysis: true });
  parts.register(part('screen'));
  begin();
  await expect.poll(parts.getState).toBe('loaded');
  expect(log).toEqual(['idle', 'screen']);
});
