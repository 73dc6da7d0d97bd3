import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { startInProcessFiles } from '@/test/in-process-files';
import { startInProcess } from '@/test/start-in-process';
import { tableFiles, type TestFormat } from '@/test/table-file';
import { testField } from '@/test/test-price-column';
import { sideOfFile, type SnapshotSide } from '@/analysis/comparison/compared-side';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { fileSide } from '@/analysis/source-files/open-file-rows';
import { proposeColumns } from '@/analysis/source-files/propose-columns';
import { matchedColumns, proposeNotation } from '@/analysis/source-files/propose-notation';
import { addFile, readFileOutline } from '@/analysis/source-files/read-file';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { testSnapshot, UNSTABLE } from '@/test/test-snapshot';
import { certifiedOrigin } from '@/analysis/comparison/changes-texts';
import { sideNotes } from './comparison-notes';

const NAMES = ['Number', 'Remark'];
const FIELDS = NAMES.map((name) => testField(name));
const COLUMNS: TableColumn[] = NAMES.map((name) => ({
  name,
  type: 'text',
  sqlType: 'nvarchar',
  precision: null,
  scale: null,
  maxLength: null,
  formatting: '',
}));
const ROWS: TableRow[] = [
  ['1', ''],
  ['2', 'x'],
];
const OPENED = { snapshot: { cacheKey: 'k' }, columns: NAMES } as unknown as OpenSnapshot;

let connection: EngineConnection;
beforeAll(() => {
  connection = createEngineConnection(startInProcess);
});
afterAll(() => connection.terminate());

/** Returns an export and its certificate, as if another program had saved the file and replaced its empty text by a missing value. */
async function savedAgain(format: TestFormat): Promise<File[]> {
  const [file, certificate] = await tableFiles(format, COLUMNS, ROWS, true);
  if (file === undefined || certificate === undefined) throw new Error('There are two files.');
  const text = await file.text();
  const changed = text.replace('1,""', '1,').replace('""', 'null');
  expect(changed).not.toBe(text);
  return [new File([changed], file.name), certificate];
}

const CSV: TestFormat = { kind: 'csv', dialect: MACHINE_CSV };
const JSON_LINES: TestFormat = { kind: 'json-lines' };
const WORKBOOK: TestFormat = { kind: 'xlsx' };
const PARQUET: TestFormat = { kind: 'parquet' };
const plain = (format: TestFormat) => tableFiles(format, COLUMNS, ROWS, false);
const certified = (format: TestFormat) => tableFiles(format, COLUMNS, ROWS, true);

test.each([
  ['a CSV', CSV, plain, true],
  ['a CSV as its certificate says', CSV, certified, false],
  ['a CSV that was saved again beside its certificate', CSV, savedAgain, true],
  ['JSON lines', JSON_LINES, plain, false],
  ['JSON lines that were saved again beside their certificate', JSON_LINES, savedAgain, false],
  ['a workbook', WORKBOOK, plain, true],
  ['a workbook as its certificate says', WORKBOOK, certified, false],
  ['Parquet', PARQUET, plain, false],
] as const)(
  'empty texts of %s are told to equal no value where they are compared so',
  async (_, format, filesOf, isEmptyNone) => {
    const files = await filesOf(format);
    const reading = { signal: new AbortController().signal, startWorker: startInProcessFiles };
    const outline = await readFileOutline(files, {}, reading);
    const columns = proposeColumns(outline.columns, FIELDS);
    const notation = proposeNotation(outline, matchedColumns({ columns }, outline, FIELDS), ['en']);
    const file = { files, outline, mapping: { columns, notation } };
    const added = await addFile(connection, file, {
      priceColumn: 'SalesPrice',
      fields: FIELDS,
      budgetBytes: 2 ** 40,
      ...reading,
    });
    const later: SnapshotSide = { opened: OPENED, search: {}, hasQuery: false };
    const notes = sideNotes(ENGLISH, {
      sides: { earlier: sideOfFile(OPENED, file, added), later },
      columns: { common: NAMES, only: { earlier: [], later: [] }, locked: [], written: [] },
      filters: { kind: 'same' },
      filterWords: { earlier: null, later: null },
      fields: FIELDS,
    });
    expect(fileSide(file, added).lacksEmptyTexts).toBe(isEmptyNone);
    expect(notes).toEqual(isEmptyNone ? [ENGLISH.of('changes')('notes.emptyTexts')] : []);
    await connection.drop(added.table.sqlName);
  },
);

test('a side without a stable snapshot is marked, in its certificate, too', () => {
  const side = (traits: typeof UNSTABLE | null): SnapshotSide => ({
    opened: { ...OPENED, takenAtMs: 0, snapshot: testSnapshot({ cacheKey: 'colonnade-query:1', traits }) },
    search: {},
    hasQuery: false,
  });
  const notesOf = (earlier: SnapshotSide) =>
    sideNotes(ENGLISH, {
      sides: { earlier, later: side(null) },
      columns: { common: NAMES, only: { earlier: [], later: [] }, locked: [], written: [] },
      filters: { kind: 'same' },
      filterWords: { earlier: null, later: null },
      fields: FIELDS,
    });
  const says = 'No stable snapshot: rows may move between pages';
  expect([notesOf(side(UNSTABLE)), notesOf(side(null))]).toEqual([[says], []]);
  const certified = certifiedOrigin(side(UNSTABLE), () => []);
  expect(certified).toMatchObject({ cacheKey: null, isStable: false, note: says });
});
