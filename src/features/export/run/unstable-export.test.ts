import { expect, test } from 'vitest';
import { createExportHarness } from '@/test/export-harness';
import { described } from '@/test/service-description.arbitraries';

const NO_SNAPSHOTS = described({ extraction: { snapshot: null } });

test('rows that moved between pages are in the file, and its certificate says that they moved', async () => {
  const harness = await createExportHarness({}, NO_SNAPSHOTS);
  const plan = await harness.plan();
  // The second page comes with the rows of the first, as if as many rows had been added before it.
  harness.service.controls.addFault({ on: 'extraction', fault: { kind: 'other-page-rows' }, skip: 1 });
  const outcome = await harness.run(plan).outcome;
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const { snapshot, keys, rows } = outcome.result.certificate;
  expect(rows.written).toBe(plan.rowEnd);
  expect(keys).toMatchObject({ areUnique: false, doubled: { keys: 200 } });
  expect(snapshot).toMatchObject({
    cacheKey: null,
    expires: null,
    createdBy: 'console',
    isStable: false,
    note: 'No stable snapshot: rows may move between pages',
  });
});
