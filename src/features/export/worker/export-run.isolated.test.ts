import { expect, test, vi } from 'vitest';
import { createExportHarness, resultOf } from '@/test/export-harness';

// Keys are stored on disk, which otherwise happens only with more rows than a test can have.
vi.mock(import('./key-check'), async (importOriginal) => {
  const { createKeyCheck, ...others } = await importOriginal();
  return {
    ...others,
    createKeyCheck: (rowCount, openScratch) =>
      createKeyCheck(rowCount, openScratch, { maxInMemory: 0, maxPartition: 500 }),
  };
});

test('keys compared at the end are unique, or the duplicate is reported by page and row', async () => {
  const { service, plan, run } = await createExportHarness();
  const begun = await plan();
  const wereChecking: boolean[] = [];
  const { certificate } = await resultOf(
    run(begun, { onProgress: ({ isCheckingKeys }) => wereChecking.push(isCheckingKeys) }),
  );
  expect(certificate.keys).toEqual({ columns: ['EntryNo'], areUnique: true });
  expect(wereChecking.indexOf(true)).toBe(wereChecking.length - 1);

  service.controls.addFault({ on: 'extraction', fault: { kind: 'doubled-row' }, skip: 7 });
  expect(await run(begun).outcome).toEqual({
    kind: 'failed',
    failure: { kind: 'mismatch', mismatch: 'double-key', page: 8, row: 1_402 },
  });
});

test('keys that the source has in several rows are counted at the end, and a page sent twice is found', async () => {
  const { service, plan, run } = await createExportHarness();
  const begun = await plan();
  const fault = { kind: 'same-values' as const, row: 3_210, as: 17, columns: ['EntryNo'] };
  service.controls.addFault({ on: 'extraction', times: null, fault });
  const { certificate } = await resultOf(run(begun));
  expect(certificate.keys).toMatchObject({ areUnique: false, doubled: { keys: 1, alike: 0, named: [] } });

  service.controls.clearFaults();
  service.controls.addFault({ on: 'extraction', fault: { kind: 'other-page-rows' }, skip: 7 });
  expect(await run({ ...begun, hasAllFields: false }).outcome).toMatchObject({
    failure: { kind: 'mismatch', mismatch: 'double-key', page: 8, row: 1_401 },
  });
});
