import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tarOf } from './tar.mjs';

const TIME_MS = Date.UTC(2026, 0, 5, 12);
const LONG = `${'folder/'.repeat(18)}file.txt`;
const ENTRIES = [
  { name: 'console/index.html', content: Buffer.from('<!doctype html>') },
  { name: 'console/assets/a.js', content: Buffer.from('x'.repeat(512)) },
  { name: 'console/empty', content: Buffer.alloc(0) },
  { name: LONG, content: Buffer.from('found') },
];

test('the same files are the same bytes, in whatever order they come', () => {
  expect(tarOf(ENTRIES.toReversed(), TIME_MS).equals(tarOf(ENTRIES, TIME_MS))).toBe(true);
  expect(tarOf(ENTRIES, TIME_MS + 1000).equals(tarOf(ENTRIES, TIME_MS))).toBe(false);
});

const hasTar = spawnSync('tar', ['--version']).status === 0;

test.skipIf(!hasTar)('the system reads it, with content, time and rights', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tar-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'all.tar.gz');
  writeFileSync(file, tarOf(ENTRIES, TIME_MS));
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', directory], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const { name, content } of ENTRIES) {
    expect(readFileSync(path.join(directory, name)).equals(content)).toBe(true);
    expect(statSync(path.join(directory, name)).mtimeMs).toBe(TIME_MS);
  }
  expect(statSync(path.join(directory, 'console/index.html')).mode & 0o777).toBe(0o644 & ~process.umask());
});

test('a name that no field can hold is refused', () => {
  expect(() => tarOf([{ name: 'x'.repeat(101), content: Buffer.alloc(0) }], 0)).toThrow(/too long/);
});
