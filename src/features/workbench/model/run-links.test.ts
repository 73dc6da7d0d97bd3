import { expect, test } from 'vitest';
import { linkWithout } from './run-links';

const address = {
  origin: 'https://console.example.com',
  pathname: '/prices/A',
  search: '?v=1&view=x&cacheKey=k',
};

test.each([
  [[], '?v=1&view=x&cacheKey=k'],
  [['view'], '?v=1&cacheKey=k'],
  [['view', 'cacheKey', 'row'], '?v=1'],
  [['v', 'view', 'cacheKey'], ''],
])('a link without %j', (parameters, search) => {
  expect(linkWithout(address, parameters)).toBe(`https://console.example.com/prices/A${search}`);
});
