import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installationSecret } from './installation-secret.mjs';

let project: string;
let directory: string;
let file: string;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'project-'));
  directory = path.join(project, '.colonnade');
  file = path.join(directory, 'installation-secret');
});
afterEach(() => rmSync(project, { recursive: true }));

const modeOf = (place: string) => statSync(place).mode & 0o777;

describe('the secret of an installation', () => {
  test('is made once, and stays', () => {
    const first = installationSecret(directory);
    expect(first).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/), isReplaced: false });
    expect(installationSecret(directory)).toEqual(first);
    expect(readFileSync(file, 'utf8').trim()).toBe(first.secret);
    expect(readdirSync(directory)).toEqual(['installation-secret']);
  });

  test('is another one in every installation', () => {
    const other = installationSecret(path.join(project, 'other'));
    expect(installationSecret(directory).secret).not.toBe(other.secret);
  });

  test('is made again where it is damaged, and says so', () => {
    const first = installationSecret(directory);
    writeFileSync(file, first.secret.slice(0, 20));
    const second = installationSecret(directory);
    expect(second).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/), isReplaced: true });
    expect(installationSecret(directory)).toEqual({ secret: second.secret, isReplaced: false });
  });

  test.each([
    ['a folder', () => mkdirSync(file)],
    [
      'a link',
      () => {
        writeFileSync(path.join(project, 'known'), 'k'.repeat(43));
        symlinkSync(path.join(project, 'known'), file);
      },
    ],
  ])('is not taken from %s in its place', (_, put) => {
    mkdirSync(directory);
    put();
    const { secret, isReplaced } = installationSecret(directory);
    expect(isReplaced).toBe(true);
    expect(secret).not.toBe('k'.repeat(43));
    expect(statSync(file).isFile()).toBe(true);
  });

  test.runIf(process.platform !== 'win32')('can be read by its user alone, whatever it was before', () => {
    const { secret } = installationSecret(directory);
    expect([modeOf(directory), modeOf(file)]).toEqual([0o700, 0o600]);
    chmodSync(directory, 0o755);
    chmodSync(file, 0o644);
    expect(installationSecret(directory).secret).toBe(secret);
    expect([modeOf(directory), modeOf(file)]).toEqual([0o700, 0o600]);
    // A file that even its owner may not read is made readable again.
    chmodSync(file, 0o000);
    expect(installationSecret(directory).secret).toBe(secret);
  });

  test('a folder that cannot be one is named', () => {
    writeFileSync(directory, '');
    expect(() => installationSecret(directory)).toThrow(directory);
  });
});
