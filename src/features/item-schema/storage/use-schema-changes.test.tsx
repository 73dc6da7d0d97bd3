import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createMemoryRecords } from '@/test/memory-records';
import { RIGHTS, testColumn } from '@/test/item-columns';
import { schemaRows } from '../model/schema-row';
import { useSchemaChanges } from './use-schema-changes';

const own = { account: { service: 's', userName: 'anna' }, storage: createMemoryRecords() };

/** Simulates a visit on which the table has these columns. */
function visit(names: readonly string[]) {
  const rows = schemaRows(
    names.map((name, ordinal) => testColumn({ name }, ordinal)),
    RIGHTS.manager,
  );
  return renderHook(() => useSchemaChanges(rows, own));
}

const changesOf = ({ result }: ReturnType<typeof visit>) =>
  result.current.difference?.changes.map(({ name, kind }) => `${name} ${kind}`);
/** Waits until the table is compared and, if necessary, stored. */
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)));

test('what changed since the last visit is there at each visit until it is dismissed', async () => {
  const first = visit(['Number', 'Name']);
  await settle();
  expect(changesOf(first)).toBeUndefined();
  first.unmount();
  for (let time = 0; time < 2; time += 1) {
    const later = visit(['Number', 'Weight']);
    await waitFor(() => expect(changesOf(later)).toEqual(['Weight added', 'Name removed']));
    later.unmount();
  }
  const last = visit(['Number', 'Weight']);
  await waitFor(() => expect(changesOf(last)).toHaveLength(2));
  act(() => last.result.current.dismiss());
  expect(changesOf(last)).toBeUndefined();
  await settle();
  last.unmount();
  const next = visit(['Number', 'Weight']);
  await settle();
  expect(changesOf(next)).toBeUndefined();
});
