import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { claimFolder } from './claimed-folder';

const folder = mkdtempSync(path.join(tmpdir(), 'colonnade-claimed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOCK = '.colonnade-routine.lock';
const DAY_S = 24 * 60 * 60;

/** A folder as a run has left it that was killed, and the time in seconds at which it was last at work. */
function claimedBy(name: string, owner: object, at = Date.now() / 1000): string {
  const claimed = path.join(folder, name);
  claimFolder(claimed)();
  const file = path.join(claimed, LOCK);
  writeFileSync(file, JSON.stringify(owner));
  utimesSync(file, at, at);
  return claimed;
}

test('one run at a time has a folder, which is made for it', () => {
  const claimed = path.join(folder, 'new', 'of-them');
  const giveBack = claimFolder(claimed);
  expect(() => claimFolder(claimed)).toThrow(
    expect.objectContaining({ problem: { kind: 'folder-in-use', folder: claimed } }),
  );
  giveBack();
  expect(readdirSync(claimed)).toEqual([]);
  claimFolder(claimed)();
});

test('a run that was killed has it no more', () => {
  // No system has processes of that id.
  const ofGone = claimedBy('gone', { pid: 2 ** 30, host: hostname(), run: 'gone' });
  claimFolder(ofGone)();
  expect(readdirSync(ofGone)).toEqual([]);

  // Another process may have the id by now.
  const ofLong = claimedBy(
    'long',
    { pid: process.pid, host: hostname(), run: 'long' },
    Date.now() / 1000 - DAY_S,
  );
  claimFolder(ofLong)();

  const half = claimedBy('half', {}, Date.now() / 1000 - DAY_S);
  claimFolder(half)();
});

test('one at work on another computer keeps it', () => {
  const elsewhere = claimedBy('elsewhere', { pid: 2 ** 30, host: 'another.test', run: 'a' });
  expect(() => claimFolder(elsewhere)).toThrow('folder-in-use');
  expect(readdirSync(elsewhere)).toEqual([LOCK]);
});

test('giving back leaves the claim of a run that has taken it over', () => {
  const claimed = path.join(folder, 'taken');
  const giveBack = claimFolder(claimed);
  writeFileSync(
    path.join(claimed, LOCK),
    JSON.stringify({ pid: process.pid, host: hostname(), run: 'another' }),
  );
  giveBack();
  expect(readdirSync(claimed)).toEqual([LOCK]);
});
