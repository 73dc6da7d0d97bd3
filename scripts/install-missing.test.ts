import { describe, expect, test } from 'vitest';
import { isInstalledAsLocked } from './install-missing.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  },
};

describe('isInstalledAsLocked', () => {
  test.each([
    ['the same packages', { 'node_modules/a': { version: '1.0.0' } }, true],
    ['another version', { 'node_modules/a': { version: '1.0.1' } }, false],
    ['a package less', {}, false],
    [
      'a package more',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } },
      false,
    ],
    [
      'an optional package in another version',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/for-another-system': { version: '2.0.0' } },
      false,
    ],
  ])('%s', (_, packages, expected) => {
    expect(isInstalledAsLocked(lock, { packages })).toBe(expected);
  });
});
