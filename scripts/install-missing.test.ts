import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installMissing, isInstalledAsLocked } from './install-missing.mjs';
import { UserError } from './user-error.mjs';

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

describe('installMissing', () => {
  let directory: string;
  const npmThatEndsWith = (code: number) => vi.fn(() => Promise.resolve({ code, output: '', durationMs: 0 }));

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'project-'));
    writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify(lock));
    vi.spyOn(console, 'log').mockReturnValue(undefined);
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
    vi.restoreAllMocks();
  });

  test('takes the locked packages or none: a failure is reported and nothing else is tried', async () => {
    const npm = npmThatEndsWith(1);
    await expect(installMissing({ directory, npm })).rejects.toThrow(UserError);
    expect(npm.mock.calls).toEqual([[['ci'], expect.anything()]]);
  });

  test('asks npm for nothing where all is installed', async () => {
    mkdirSync(path.join(directory, 'node_modules'));
    // npm's copy in node_modules does not list the project itself.
    const { '': _project, ...packages } = lock.packages;
    writeFileSync(path.join(directory, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    const npm = npmThatEndsWith(0);
    await installMissing({ directory, npm });
    expect(npm).not.toHaveBeenCalled();
  });
});
