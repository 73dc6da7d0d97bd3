import fc from 'fast-check';
import { expect, test } from 'vitest';
import { returnAddress } from './return-address';
import { runs } from '@/test/runs';

const ORIGIN = 'https://console.example.com';

test.each([
  [
    '/prices/SalesPrice?filter=Value~between~10~20&v=1#row',
    '/prices/SalesPrice?filter=Value~between~10~20&v=1#row',
  ],
  [undefined, '/prices'],
  ['', '/prices'],
  ['/sign-in?next=/sign-in', '/prices'],
  ['https://elsewhere.example/prices', '/prices'],
  ['//elsewhere.example/prices', '/prices'],
  ['/\\elsewhere.example', '/prices'],
  ['/\t/elsewhere.example', '/prices'],
  ['javascript:alert(1)', '/prices'],
  ['/.//elsewhere.example', '/prices'],
  ['/..//elsewhere.example/%2e', '/prices'],
  ['/prices/..//elsewhere.example', '/prices'],
  ['/%2e//elsewhere.example', '/prices'],
  ['/sign-in/', '/prices'],
])('%s leads to %s', (next, expected) => {
  expect(returnAddress(next, ORIGIN)).toBe(expected);
});

const piece = fc.oneof(
  fc.constantFrom('/', '//', '\\', '.', '..', '%2e', '%2F', '%5c', '@', ':', '?', '#', '\t', '\n', 'sign-in'),
  fc.constantFrom('elsewhere.example', 'javascript:', 'http:', 'https:', 'prices', '%E0%A4%A', '\ud800'),
  fc.string({ maxLength: 3 }),
);

test('whatever the address says, it leads into this application, and to the same place again', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, isRooted) => {
      const address = returnAddress((isRooted ? '/' : '') + pieces.join(''), ORIGIN);
      expect(address).toMatch(/^\/(?!\/)/);
      expect(new URL(address, ORIGIN).origin).toBe(ORIGIN);
      expect(returnAddress(address, ORIGIN)).toBe(address);
    }),
    { numRuns: runs(2_000) },
  );
});
