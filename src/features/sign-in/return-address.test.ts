import { expect, test } from 'vitest';
import { returnAddress } from './return-address';

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
])('%s leads to %s', (next, expected) => {
  expect(returnAddress(next, ORIGIN)).toBe(expected);
});
