import { afterEach, expect, test, vi } from 'vitest';
import { createSealingKey } from '@/lib/storage/base-key';
import { createExportHarness, resultOf } from '@/test/export-harness';
import { FakePrivateFile, FakePrivateFolder } from '@/test/fake-private-files';
import { openStorage } from './open-storage';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Simulates a browser whose private file system has file handles of the given class. */
function stubPrivateFolder(fileHandle: unknown): FakePrivateFolder {
  const root = new FakePrivateFolder();
  vi.stubGlobal('FileSystemFileHandle', fileHandle);
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root.handle } });
  return root;
}

test.each([
  ['on disk', FakePrivateFile, true],
  ['in memory where the browser has folders and no files that a worker can write', Date, false],
  ['in memory where it has neither', undefined, false],
])('an export is written %s', async (_, fileHandle, isOnDisk) => {
  const { plan, run } = await createExportHarness();
  const job = { ...(await plan('SalesPrice')), pageSize: 200 };
  const key = await createSealingKey();
  const root = stubPrivateFolder(fileHandle);
  const result = await resultOf(run(job, { storage: await openStorage(job, key) }));
  expect(result.files).not.toHaveLength(0);
  expect(root.files().length > 0).toBe(isOnDisk);
});
