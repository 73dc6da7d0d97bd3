import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserClock } from '@/lib/base/clock';
import { createFakeLocks } from '@/test/fake-locks';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { emptyPrivateFolder, EXPORT_STAGE, holdPrivateFolder } from './private-folders';

let root = new FakePrivateFolder();
beforeEach(async () => {
  vi.useFakeTimers();
  root = new FakePrivateFolder();
  const stage = await root.getDirectoryHandle(EXPORT_STAGE.name, { create: true });
  await (await stage.getDirectoryHandle('job', { create: true })).getFileHandle('pages', { create: true });
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root }, locks: createFakeLocks() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('everything is removed once no worker writes to it', async () => {
  const [file] = root.files();
  const writer = await file?.createSyncAccessHandle();
  emptyPrivateFolder(EXPORT_STAGE, browserClock());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(root.files()).toHaveLength(1);
  writer?.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...root.entries]).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the stage of another tab stays until it has no exports', async () => {
  const release = holdPrivateFolder(EXPORT_STAGE);
  emptyPrivateFolder(EXPORT_STAGE, browserClock());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(root.files()).toHaveLength(1);
  release();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...root.entries]).toEqual([]);
});

test('exports of a new session are kept', async () => {
  const release = holdPrivateFolder(EXPORT_STAGE);
  const stop = emptyPrivateFolder(EXPORT_STAGE, browserClock());
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(root.files()).toHaveLength(1);
});

test.each([
  [
    'a storage that is refused',
    { getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) },
  ],
  ['nothing there', { getDirectory: async () => new FakePrivateFolder() }],
])('gives up at once with %s', async (_name, storage) => {
  vi.stubGlobal('navigator', { storage, locks: createFakeLocks() });
  emptyPrivateFolder(EXPORT_STAGE, browserClock());
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
