import { expect, test } from 'vitest';
import { createSeenKeys } from './row-identity';

test('a key may not appear twice among the cached rows; the key of a dropped row may return', () => {
  const seen = createSeenKeys((row) => String(row[0]));
  seen.add([['1'], ['2']]);
  expect(() => seen.add([['3'], ['2']])).toThrow(expect.objectContaining({ mismatch: 'double-key' }));
  seen.remove([['1'], ['2'], ['3']]);
  seen.add([['2'], ['1']]);
  expect(() => seen.add([['4'], ['4']])).toThrow(expect.objectContaining({ mismatch: 'double-key' }));
});
