import { expect, test } from 'vitest';
import { createEventLog } from './event-log';

test('keeps the last 50 events, the oldest first', () => {
  let nowMs = 0;
  const log = createEventLog(() => (nowMs += 1));
  for (let number = 1; number <= 60; number += 1) log.note('screen', `screen ${number}`);
  expect(log.events()).toHaveLength(50);
  expect(log.events()[0]).toEqual({ atMs: 11, kind: 'screen', text: 'screen 11' });
  expect(log.events().at(-1)).toEqual({ atMs: 60, kind: 'screen', text: 'screen 60' });
});
