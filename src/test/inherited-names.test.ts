import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extractedRow, extractPageEndpoint } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { columnStateSchema } from '@/features/workbench/model/saved-view';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { proposeColumns } from '@/analysis/source-files/propose-columns';
import { matchedColumns, proposeNotation } from '@/analysis/source-files/propose-notation';
import { addFile, readFileOutline } from '@/analysis/source-files/read-file';
import { columnsOf } from './engine-in-process';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import { identifier, sql } from '@/analysis/engine/sql';
import type { PivotSpec } from '@/analysis/pivot/pivot-spec';
import { readPivot } from '@/analysis/pivot/read-pivot';
import type { CellTexts } from '@/rows/price-rows/result-columns';
import { resultColumns } from '@/rows/price-rows/result-columns';
import { parseJson } from '@/lib/base/parse-json';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { createJsonRowsReader } from '@/lib/row-batches/json-row-batches';
import { startInProcess } from './start-in-process';
import { startInProcessFiles } from './in-process-files';
import { openTestEngine } from './analysis-engine';
import { tableFiles, TEST_FORMATS } from './table-file';

/** The names that every object inherits. The service may use such a name for a field, a group or an item. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

const VALUES = NAMES.map((_, index) => `${index + 1}.5`);

const NO_RIGHTS = { kind: 'unknown' } as const;

/** JSON written as text, because `__proto__` in an object literal would set the prototype. */
const WIRE_ROW = `{${NAMES.map((name, index) => `${JSON.stringify(name)}:${VALUES[index]}`).join(',')}}`;

const PRICE_COLUMN_TEXT = `[{"name":"constructor","displayName":"","sourceTable":"toString","fields":[${NAMES.map(
  (name) =>
    `{"name":${JSON.stringify(name)},"typeName":"decimal","precision":18,"scale":4,"FORMATTING":"#,##0.00","filterable":true,"sortable":true}`,
).join(',')}]}]`;

const [PRICE_COLUMN] = priceColumnsEndpoint.decode(parseJson(PRICE_COLUMN_TEXT), undefined);
const FIELDS = PRICE_COLUMN?.fields ?? [];

const TEXTS: CellTexts = {
  true: 'yes',
  false: 'no',
  notSent: 'not sent',
  needsRight: (right) => `needs ${right}`,
  ended: 'ended',
  startsLater: 'later',
  typeText: () => 'number',
};

const page = (rows: string) => `{"data":[${rows}],"totalRecords":1,"page":1,"cacheKey":"key",
  "cacheCreated":"2026-01-01T00:00:00Z","cacheExpires":"2026-01-01T01:00:00Z"}`;

function decodedRow(text: string, fields?: readonly string[]) {
  const query = { fields: fields ?? null, filters: [], sort: [] };
  const input = { priceColumn: 'constructor', query, page: 1, pageSize: 10 };
  return extractPageEndpoint.decode(parseJson(page(text)), input);
}

describe('fields with the names that every object inherits', () => {
  test('are read from the price column', () => {
    expect(FIELDS.map(({ name, type, isSortable }) => [name, type, isSortable])).toEqual(
      NAMES.map((name) => [name, 'number', true]),
    );
  });

  test('are read from a page, as a whole and in parts', () => {
    expect(decodedRow(WIRE_ROW)).toMatchObject({ columns: NAMES, rows: [VALUES] });
    expect(decodedRow(WIRE_ROW, NAMES)).toMatchObject({ columns: NAMES, rows: [VALUES] });
    const read = createJsonRowsReader(['data'], NAMES, (row) => extractedRow(row, NAMES));
    const bytes = () => [new TextEncoder().encode(page(`${WIRE_ROW},${WIRE_ROW}`))];
    for (let pass = 0; pass < 2; pass += 1) {
      const batch = read(bytes())?.batches().next().value;
      expect(batch?.rowCount).toBe(2);
    }
  });

  test('have no value in a row that does not have them', () => {
    expect(decodedRow('{}', NAMES).rows).toEqual([NAMES.map(() => undefined)]);
  });

  test('are shown as other fields are, with digits or without', () => {
    const columns = resultColumns(NAMES, { fields: FIELDS }, 'en', TEXTS, NO_RIGHTS);
    for (const [index, name] of NAMES.entries()) {
      expect(columns.getCell(VALUES, name)).toMatchObject({ state: 'value', text: `${VALUES[index]}0` });
      expect(columns.typeOf(name)).toBe('number');
    }
    const stored = columnStateSchema.parse(
      JSON.parse(
        JSON.stringify({
          ...DEFAULT_COLUMN_STATE,
          widthsPx: Object.fromEntries(NAMES.map((name) => [name, 70])),
          digits: Object.fromEntries(NAMES.map((name) => [name, 3])),
        }),
      ),
    );
    expect(Object.entries(stored.widthsPx)).toEqual(NAMES.map((name) => [name, 70]));
    const finer = resultColumns(NAMES, { fields: FIELDS }, 'en', TEXTS, NO_RIGHTS, stored.digits);
    for (const [index, name] of NAMES.entries()) {
      expect(finer.getCell(VALUES, name)).toMatchObject({ state: 'value', text: `${VALUES[index]}00` });
    }
  });

  describe('in the engine and in files', () => {
    let connection: EngineConnection;
    beforeAll(() => {
      connection = createEngineConnection(startInProcess);
    });
    afterAll(() => connection.terminate());

    test('are read into the engine', async () => {
      const table = await connection.createTable(
        {
          priceColumn: 'constructor',
          snapshot: { cacheKey: 'key', rowCount: 1 },
          columns: FIELDS.map((field) => ({ name: field.name, field })),
          pageSize: 10,
        },
        new AbortController().signal,
      );
      const body = new TextEncoder().encode(`{"Succeeded":true,"Errors":[],"Data":${page(WIRE_ROW)}}`);
      expect(await connection.addPage(table, 1, [body])).toMatchObject({ rowCount: 1, misfits: {} });
      expect(await cellsIn(table)).toEqual(VALUES.map(Number));
    });

    const cellsIn = async (table: AnalysedTable) => {
      const all = sql`SELECT ${columnsOf(table)} FROM ${identifier(table.sqlName)}`;
      const { rows } = await connection.query(all, { maxRows: 1 });
      const [, ...cells] = rows[0]?.filter((cell) => cell !== null) ?? [];
      return cells.map(Number);
    };

    test.each(TEST_FORMATS)('$kind: are written and read again', async (format) => {
      const columns = FIELDS.map(({ name, type, sqlType, precision, scale, maxLength, formatting }) => ({
        name,
        type,
        sqlType,
        precision,
        scale,
        maxLength,
        formatting,
      }));
      const files = await tableFiles(format, columns, [VALUES], false);
      const { signal } = new AbortController();
      const outline = await readFileOutline(files, {}, { signal, startWorker: startInProcessFiles });
      const proposed = proposeColumns(outline.columns, FIELDS);
      const notation = proposeNotation(outline, matchedColumns({ columns: proposed }, outline, FIELDS), [
        'en',
      ]);
      const { table, misfits } = await addFile(
        connection,
        { files, outline, mapping: { columns: proposed, notation } },
        {
          priceColumn: 'constructor',
          fields: FIELDS,
          budgetBytes: 2 ** 30,
          signal,
          startWorker: startInProcessFiles,
        },
      );
      expect(table.columns.map(({ name }) => name)).toEqual(NAMES);
      expect(misfits).toEqual({});
      expect(await cellsIn(table)).toEqual(VALUES.map(Number));
    });
  });

  test('are grouped by, and are groups', async () => {
    const fields = [
      ...NAMES.map((name) => ({ name, type: 'text', scale: null }) as const),
      { name: 'Value', type: 'number', scale: 2 } as const,
    ];
    const { engine, table } = await openTestEngine(
      fields,
      NAMES.map((group) => [...NAMES.map(() => group), '1.50']),
    );
    for (const field of NAMES) {
      const spec: PivotSpec = {
        rows: [{ field, step: null }],
        columns: [],
        measures: [{ fn: 'sum', field: 'Value' }],
        sort: null,
        hasChart: false,
      };
      const { rowGroups, total } = await readPivot(spec, { engine, table, misfits: {} });
      expect(rowGroups.map(({ keys, total: sums }) => [keys, sums])).toEqual(
        NAMES.toSorted().map((value) => [[{ kind: 'value', value }], ['1.50']]),
      );
      expect(total).toEqual(['18.00']);
    }
  });
});
