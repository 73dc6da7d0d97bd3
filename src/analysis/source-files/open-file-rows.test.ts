import { afterAll, beforeAll, expect, test } from 'vitest';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { startInProcess } from '@/test/start-in-process';
import { startInProcessFiles } from '@/test/in-process-files';
import { tableFiles } from '@/test/table-file';
import { testField, testPriceColumnOf } from '@/test/test-price-column';
import type { SnapshotTraits } from '@/contract/extraction';
import type { Certificate } from '@/rows/certificates/certificate';
import { createEngineConnection } from '../engine/create-engine-connection';
import type { EngineConnection } from '../engine/engine-connection';
import { fileSide, openFileRows } from './open-file-rows';
import { proposeColumns } from './propose-columns';
import { matchedColumns, proposeNotation } from './propose-notation';
import { addFile, readFileOutline } from './read-file';

const NUMBER = testField('Number');
const FIELDS = [NUMBER];
const PRICE_COLUMN = testPriceColumnOf(['Number']);
const COLUMNS = [{ ...NUMBER, formatting: '' }];

let connection: EngineConnection;
beforeAll(() => {
  connection = createEngineConnection(startInProcess);
});
afterAll(() => connection.terminate());

const TOLD: SnapshotTraits = {
  isStable: true,
  isTimeTold: true,
  isEndTold: true,
  isCounted: false,
  repeats: null,
};

test.each<
  [
    what: string,
    changes: Partial<Certificate['snapshot']>,
    traits: SnapshotTraits | null,
    mayHaveMoved: boolean,
  ]
>([
  ['a snapshot', {}, null, false],
  ['rows without a stable snapshot', { isStable: false }, { ...TOLD, isStable: false }, true],
  [
    'a snapshot of which the service told no times',
    { created: null, firstRead: '2026-11-21T12:00:00.000Z', expires: null },
    { ...TOLD, isTimeTold: false, isEndTold: false },
    false,
  ],
  ['rows that the console counted', { counted: true }, { ...TOLD, isCounted: true }, false],
])('a file of %s is opened as such', async (_, changes, traits, mayHaveMoved) => {
  const files = await tableFiles({ kind: 'csv', dialect: MACHINE_CSV }, COLUMNS, [['1'], ['2']], true);
  const { signal } = new AbortController();
  const reading = { signal, startWorker: startInProcessFiles };
  const read = await readFileOutline(files, {}, reading);
  const { certificate } = read;
  if (certificate === null) throw new Error('There is no certificate.');
  const outline = {
    ...read,
    certificate: { ...certificate, snapshot: { ...certificate.snapshot, ...changes } },
  };
  const columns = proposeColumns(outline.columns, FIELDS);
  const notation = proposeNotation(outline, matchedColumns({ columns }, outline, FIELDS), ['en']);
  const file = { files, outline, mapping: { columns, notation } };
  const added = await addFile(connection, file, {
    priceColumn: 'SalesPrice',
    fields: FIELDS,
    budgetBytes: 2 ** 40,
    ...reading,
  });
  const opened = await openFileRows(file, added, connection, PRICE_COLUMN, signal);
  expect(opened.snapshot.traits).toEqual(traits);
  const { coverage } = fileSide(file, added);
  expect(coverage.kind === 'all' && coverage.doubts?.mayHaveMoved === true).toBe(mayHaveMoved);
  await connection.drop(added.table.sqlName);
});
