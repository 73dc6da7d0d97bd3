import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDirectory } from './project-paths.mjs';

interface LockEntry {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('the lock file', () => {
  const packages = readPackages();
  const entries = Object.entries(packages).filter(([location, { link }]) => location !== '' && link !== true);

  test('says of every package which bytes it must have', () => {
    expect(entries.length).toBeGreaterThan(0);
    const unproven = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(unproven.map(([location]) => location)).toEqual([]);
  });

  test('names the packages for every system, not only for the one it was made on', () => {
    const missing = Object.entries(packages).flatMap(([location, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !isLockedFor(location, name))
        .map((name) => `${location} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('leaves it to the installation where packages come from', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('is installed without running a script of any package', () => {
    const settings = readFileSync(path.join(projectDirectory, '.npmrc'), 'utf8').split('\n');
    expect(settings).toContain('ignore-scripts=true');
    expect(settings).toContain('omit-lockfile-registry-resolved=true');
  });

  /** Whether the lock file has a package for an import. The search is Node's: beside the importing package, then in the folders above. */
  function isLockedFor(location: string, name: string): boolean {
    if (`${location === '' ? '' : `${location}/`}node_modules/${name}` in packages) return true;
    return location !== '' && isLockedFor(location.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
  }
});

function readPackages(): Readonly<Record<string, LockEntry>> {
  const text = readFileSync(path.join(projectDirectory, 'package-lock.json'), 'utf8');
  const lock: { packages: Readonly<Record<string, LockEntry>> } = JSON.parse(text);
  return lock.packages;
}
