import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { claimFolder } from './claimed-folder';

const folder = mkdtempSync(path.join(tmpdir(), 'colonnade-claimed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOCK = '.colonnade-routine.lock';
const { signal } = new AbortController();
/** A short limit is enough, because the runs of these tests always update their lock file in time. */
const SHORT_MS = 300;

/** Claims a folder until the test is over. */
async function claimed(name: string, longestSilenceMs?: number): Promise<() => void> {
  const giveBack = await claimFolder(path.join(folder, name), signal, longestSilenceMs);
  onTestFinished(giveBack);
  return giveBack;
}

/** Creates a folder with the lock file that a killed run leaves behind. */
function leftBy(name: string, owner: object): string {
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, LOCK), JSON.stringify(owner));
  return name;
}

test('one run at a time has a folder, which is made for it', async () => {
  const name = path.join('new', 'of-them');
  const giveBack = await claimed(name);
  await expect(claimed(name)).rejects.toMatchObject({
    problem: { kind: 'folder-in-use', folder: path.join(folder, name) },
  });
  giveBack();
  expect(readdirSync(path.join(folder, name))).toEqual([]);
  await claimed(name);
});

test('a run that was killed has it no more, and holds nobody up', async () => {
  // No process can have this id, so the lock file belongs to a run that has ended.
  await expect(
    claimed(leftBy('gone', { pid: 2 ** 30, host: hostname(), run: 'gone' })),
  ).resolves.toBeDefined();
});

test.each([
  // Another process has the id of the killed one. This happens in containers, where the same ids occur again.
  ['same id', { pid: process.pid, host: hostname(), run: 'a' }],
  // The run was on another host, as in containers, each of which has its own host name.
  ['other host', { pid: 2 ** 30, host: 'another.test', run: 'b' }],
  ['half a file', {}],
])('one that says nothing for a while has it no more: %s', async (name, owner) => {
  await expect(claimed(leftBy(name, owner), SHORT_MS)).resolves.toBeDefined();
});

test('one at work on another computer keeps it', async () => {
  await claimed('elsewhere');
  const file = path.join(folder, 'elsewhere', LOCK);
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, host: 'another.test', run: 'c' }));
  await expect(claimed('elsewhere')).rejects.toThrow('folder-in-use');
  expect(existsSync(file)).toBe(true);
});

test.skipIf(process.platform === 'win32')('a link that leads nowhere is no run', async () => {
  mkdirSync(path.join(folder, 'link'));
  symlinkSync('nowhere', path.join(folder, 'link', LOCK));
  await expect(claimed('link')).resolves.toBeDefined();
});

test('a run that is stopped waits no longer', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'));
  const name = leftBy('stopped', { pid: process.pid, host: hostname(), run: 'd' });
  await expect(claimFolder(path.join(folder, name), stopped)).rejects.toThrow();
});

test('giving back leaves the claim of a run that has taken it over', async () => {
  const giveBack = await claimed('taken');
  const file = path.join(folder, 'taken', LOCK);
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), run: 'another' }));
  giveBack();
  expect(readdirSync(path.join(folder, 'taken'))).toEqual([LOCK]);
});
