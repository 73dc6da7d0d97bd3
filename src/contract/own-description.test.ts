import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDescription } from '@/test/service-description.arbitraries';
import { ownDescription } from './own-description';
import { readServiceDescription } from './read-description';
import { DEFAULT_DESCRIPTION } from './service-description';

test('a file of what differs is read as the whole description', () => {
  fc.assert(
    fc.property(anyDescription, (description) => {
      const json: unknown = JSON.parse(JSON.stringify(ownDescription(description)));
      expect(readServiceDescription(json)).toEqual({ ok: true, description });
    }),
  );
});

test('the description of the contract says nothing', () => {
  expect(ownDescription(DEFAULT_DESCRIPTION)).toEqual({ version: 1 });
});
