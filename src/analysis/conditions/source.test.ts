import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import {
  cacheKeyOfSource,
  sourceFromParameter,
  sourceOfCacheKey,
  sourceToParameter,
  type Source,
} from './source';

const anyName = fc.oneof(
  fc.string({ unit: anyChar, minLength: 1, maxLength: 40 }),
  fc.constantFrom('a~b', 'a,b', 'a;b', '!none', '!', '\ud800', 'ß🙂', '0', 'file'),
);
const anySource: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ kind: fc.constant('snapshot' as const), cacheKey: anyName }),
  fc.record({ kind: fc.constant('copy' as const), id: anyName }),
  fc.record({ kind: fc.constant('file' as const), name: anyName }),
  fc.record({ kind: fc.constant('price-column' as const), name: anyName }),
  fc.record({ kind: fc.constant('snapshot-of' as const), name: anyName, cacheKey: anyName }),
);

test('any source survives the way through an address', () => {
  fc.assert(
    fc.property(anySource, (source) => {
      expect(sourceFromParameter(sourceToParameter(source))).toEqual(source);
    }),
  );
});

test('any text is a source or none, and never throws', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('~', '!', 'x', 'snapshot', 'file', 'price-column', 'snapshot-of'),
  });
  fc.assert(
    fc.property(anyText, (text) => {
      const source = sourceFromParameter(text);
      if (source !== null) expect(sourceFromParameter(sourceToParameter(source))).toEqual(source);
    }),
  );
});

test('a cache key stands for a snapshot or a kept copy, and for nothing else', () => {
  expect(sourceOfCacheKey('abc')).toEqual({ kind: 'snapshot', cacheKey: 'abc' });
  for (const source of [sourceOfCacheKey('abc'), { kind: 'copy', id: '1f' } as const]) {
    expect(sourceOfCacheKey(cacheKeyOfSource(source) ?? '')).toEqual(source);
  }
  expect(cacheKeyOfSource({ kind: 'file', name: 'a.csv' })).toBeNull();
  expect(cacheKeyOfSource({ kind: 'price-column', name: 'Cost' })).toBeNull();
  expect(cacheKeyOfSource({ kind: 'snapshot-of', name: 'Cost', cacheKey: 'abc' })).toBe('abc');
});
