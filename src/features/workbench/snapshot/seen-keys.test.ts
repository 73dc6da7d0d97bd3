import { expect, test } from 'vitest';
import { createSeenKeys } from './seen-keys';

test('a key that is held may not come again; one that was let go may', () => {
  const seen = createSeenKeys((row) => String(row[0]));
  seen.add([['1'], ['2']]);
  expect(() => seen.add([['3'], ['2']])).toThrow(expect.objectContaining({ breach: 'double-key' }));
  seen.remove([['1'], ['2'], ['3']]);
  seen.add([['2'], ['1']]);
  expect(() => seen.add([['4'], ['4']])).toThrow(expect.objectContaining({ breach: 'double-key' }));
});
