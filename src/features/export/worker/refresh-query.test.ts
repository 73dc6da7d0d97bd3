import { readFileSync } from 'node:fs';
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExportHarness, resultOf, TEST_WORKBOOK } from '@/test/export-harness';
import { certifiedHeader } from '@/rows/certificates/certified-file';
import { blobText } from '@/lib/table-files/blob-text';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';
import { createXlsxEncoder } from '@/lib/table-files/xlsx-encoder';
import { encodeQuery } from '@/lib/table-files/xlsx-query';
import { unescapedText } from '@/lib/table-files/xlsx-text';
import { openZip, type ZipFile } from '@/lib/table-files/zip-reader';
import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { bodyOfSameQuery, extractionBodyText, mostRowsOfPage } from '@/contract/extraction.schema';
import { programNotation, repeatedQuery } from '@/contract/program-notation';
import { parseKeepingNumbers, writeJson } from '@/lib/base/json-text';
import { runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { tableColumn } from '../model/export-choices';
import type { WorkbookRefresh } from '../model/export-job';
import { workbookRefresh } from '../model/workbook-refresh';
import { verifyExport } from '../verify/verify-export';
import { refreshQuery } from './refresh-query';
import { loadSheetWords } from './sheet-words';

const AWKWARD = `O'Neill "x" #(lf) é`;
const BODY = JSON.stringify({
  page: 1,
  nrOfRecords: 200,
  fields: ['EntryNo'],
  filters: [{ columnName: 'Name', op: 'notEquals', value: AWKWARD }],
  orderby: ['EntryNo desc'],
  useCache: true,
});
const words = await loadSheetWords('en');

function refresh(fields: readonly string[], method: WorkbookRefresh['method'] = 'password'): WorkbookRefresh {
  return {
    body: bodyOfSameQuery(BODY, fields, 5_000) ?? '',
    path: '/api/prices/SalesPrice',
    pageSize: 5_000,
    clientId: 'colonnade',
    method,
  };
}

describe('the query in a refreshable workbook', () => {
  test.each(['password', 'api-key'] as const)('is sound, and contains no credentials: %s', async (method) => {
    const { plan } = await createExportHarness();
    const begun = await plan('SalesPrice');
    const { name, formula } = refreshQuery(
      begun,
      refresh(
        begun.columns.map((column) => column.name),
        method,
      ),
      words,
    );
    expect(name).toBe('SalesPrice');
    const task = await TaskUtils.tryLexParse(DefaultSettings, formula);
    expect(task.resultKind).toBe('Ok');
    // The user name and the password come only from cells.
    expect(formula).toContain('UserName = Typed("Colonnade_UserName")');
    expect(formula).toContain('Password = Typed("Colonnade_Password")');
    expect(formula.includes('grant_type = "password"')).toBe(method === 'password');
    expect(formula.includes('"ApiKey " & UserName')).toBe(method === 'api-key');
  });

  test('takes a snapshot of the same query with the exported fields, and reads all its pages', () => {
    const { formula } = refreshQuery(
      {
        account: { service: 'https://prices.test/papi', userName: 'a' },
        columns: [],
        priceColumn: PRICE_COLUMN,
      },
      refresh(['EntryNo', 'Name']),
      words,
    );
    expect(formula).toContain('ServiceAddress = "https://prices.test/papi"');
    expect(formula).toContain('fields = {"EntryNo", "Name"}');
    expect(formula).toContain('value = "O\'Neill ""x"" #(#)(lf) é"');
    expect(formula).toContain('orderby = {"EntryNo desc"}');
    expect(formula).toContain('useCache = true');
    expect(formula).toContain('[page = _, nrOfRecords = 5000, cacheKey = First[cacheKey]]');
  });

  test('is as it always was for a service without a description', async () => {
    const column = { precision: null, scale: null, maxLength: null, formatting: '' };
    const formulas = (['password', 'api-key'] as const).map((method) => {
      const { formula } = refreshQuery(
        {
          account: { service: 'https://prices.test/papi', userName: 'a' },
          columns: [{ ...column, name: 'EntryNo', type: 'number', sqlType: 'int' }],
          priceColumn: PRICE_COLUMN,
        },
        refresh(['EntryNo', 'Name'], method),
        words,
      );
      return `==== ${method}\n${formula}\n`;
    });
    await expect(formulas.join('\n')).toMatchFileSnapshot('contract-query.txt');
  });

  test('types every column, numbers and dates by the notation of the service', () => {
    const column = { precision: null, scale: null, maxLength: null, formatting: '' };
    const { formula } = refreshQuery(
      {
        account: { service: 'https://prices.test/papi', userName: 'a' },
        priceColumn: PRICE_COLUMN,
        columns: [
          { ...column, name: 'Value "net"', type: 'number', sqlType: 'decimal' },
          { ...column, name: 'ValidFrom', type: 'date', sqlType: 'date' },
          { ...column, name: 'Changed', type: 'date', sqlType: 'datetime2' },
          { ...column, name: 'Active', type: 'boolean', sqlType: 'bit' },
          { ...column, name: 'Name', type: 'text', sqlType: 'nvarchar' },
        ],
      },
      refresh([]),
      words,
    );
    expect(formula).toContain('{"Value ""net""", ToNumber, type nullable number}');
    expect(formula).toContain('{"ValidFrom", ToDate, type nullable date}');
    expect(formula).toContain('{"Changed", ToMoment, type nullable datetime}');
    expect(formula).toContain('{"Active", ToTruth, type nullable logical}');
    expect(formula).toContain('{"Name", ToText, type nullable text}');
    expect(formula).toContain('Number.FromText(value, "en-US")');
    expect(formula).toContain('DateTime.FromText(value, "en-US")');
  });
});

describe('the query in a workbook of a described service', () => {
  const fields = ['EntryNo', 'Value'];
  const query = {
    fields: null,
    filters: [
      { column: 'Name', op: 'equals', values: [AWKWARD] },
      { column: 'Value', op: 'equals', values: ['12345678901234.5670'] },
    ],
    sort: [{ column: 'EntryNo', direction: 'descending' }],
  } as const;
  const input = { priceColumn: 'SalesPrice', typedFields: TEST_PRICE_COLUMN.fields, page: 1 };
  const refreshOf = (dialect: Dialect | null) =>
    workbookRefresh(
      {
        priceColumn: TEST_PRICE_COLUMN,
        requestBody: extractionBodyText({ ...input, query, pageSize: 200 }, dialect),
      },
      { columns: fields.map((name) => tableColumn(name, undefined)), rowStart: 0, rowEnd: 10 },
      { clientId: 'colonnade', method: 'password' },
      dialect,
    );

  test('sends the body of the same query with the exported fields, with every digit, and is sound', async () => {
    await fc.assert(
      fc.asyncProperty(anyDescription, async (description) => {
        const dialect = createDialect(description);
        const repeated = refreshOf(dialect);
        if (typeof repeated === 'string') throw new Error(repeated);
        const pageSize = Math.min(5_000, mostRowsOfPage(dialect));
        const sent = extractionBodyText({ ...input, query: { ...query, fields }, pageSize }, dialect);
        const divided = repeatedQuery(programNotation(dialect), sent);
        expect(repeated.body).toBe(sent);
        expect(repeated.path).toBe('/api/lists/SalesPrice/query');
        const { formula } = refreshQuery(
          {
            account: { service: 'https://prices.test/papi', userName: 'a' },
            columns: [],
            priceColumn: PRICE_COLUMN,
          },
          repeated,
          words,
        );
        const [, text = ''] = /Query = "((?:[^"]|"")*)"/.exec(formula) ?? [];
        const inFormula = text.replaceAll('""', '"').replaceAll('#(#)(', '#(');
        expect(writeJson(parseKeepingNumbers(inFormula))).toBe(divided?.query ?? sent);
        const lead =
          divided === null ? '' : `${divided.firstLead.replaceAll('"', '""')}" & Text.Range(Query, 1)`;
        expect(formula).toContain(`First = Page(Text.ToBinary(${divided === null ? 'Query' : `"${lead}`})`);
        expect((await TaskUtils.tryLexParse(DefaultSettings, formula)).resultKind).toBe('Ok');
      }),
      { numRuns: runs(50) },
    );
  });

  test('leaves dates that are moments as texts, and says so on its sheet; likewise that rows may move', () => {
    const sheet = (extraction: object) => {
      const repeated = refreshOf(createDialect(described({ extraction })));
      if (typeof repeated === 'string') throw new Error(repeated);
      const account = { service: 'https://prices.test/papi', userName: 'a' };
      const column = { precision: null, scale: null, maxLength: null, formatting: '' };
      const columns = [{ ...column, name: 'Changed', type: 'date', sqlType: 'datetime2' } as const];
      const { formula, inputSheet } = refreshQuery(
        { account, columns, priceColumn: PRICE_COLUMN },
        repeated,
        words,
      );
      return { formula, notes: inputSheet.notes.map(([, text]) => text).join('\n') };
    };
    const usual = sheet({ total: null });
    expect(usual.formula).toContain('{"Changed", ToMoment, type nullable datetime}');
    expect(usual.notes).not.toContain('dates are texts');
    expect(usual.notes).not.toContain('keeps no snapshots');
    const dotnet = sheet({ dates: 'dotnet', snapshot: null });
    expect(dotnet.formula).toContain('{"Changed", ToText, type nullable text}');
    expect(dotnet.notes).toContain('dates are texts');
    expect(dotnet.notes).toContain('keeps no snapshots');
  });

  test('asks for further pages, and reads them, as described', () => {
    const json = JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')) as { extraction: object };
    const extraction = { ...json.extraction, constants: { tenant: 'north', count_rows: true } };
    const repeated = refreshOf(createDialect(described({ ...json, extraction })));
    if (typeof repeated === 'string') throw new Error(repeated);
    const account = { service: 'https://prices.test/papi', userName: 'a' };
    const { formula } = refreshQuery({ account, columns: [], priceColumn: PRICE_COLUMN }, repeated, words);
    for (const part of [
      'Answer = Send("api/v2/price-columns/SalesPrice/query", Headers & ',
      'Text.ToBinary("{""offset"":" & Number.ToText((_ - 1) * 2000, "F0", "en-US") & ",""limit"":2000,""tenant"":""north"",""count_rows"":true}")',
      '[id = Key]',
      'Found = First[snapshot][id]',
      'if Status >= 200 and Status < 300 then Json.Document(Read)',
      'Query = parameters,',
      'List.Transform(data[page][rows], each Record.FromList(_, data[page][columns]))',
      'Number.RoundUp(First[page][of_rows] / 2000)',
      'if List.Count(Rows) = First[page][of_rows] then Rows',
    ]) {
      expect(formula).toContain(part);
    }
    expect(formula).not.toContain('Succeeded');
  });
});

const PRICE_COLUMN = { name: 'SalesPrice', displayName: 'Sales price' };

test('only a body that takes a snapshot can be repeated', () => {
  expect(bodyOfSameQuery('{"page":2,"nrOfRecords":5,"cacheKey":"k"}', ['A'], 5)).toBeNull();
  expect(bodyOfSameQuery('not JSON', ['A'], 5)).toBeNull();
  const json: unknown = JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8'));
  const dialect = createDialect(described(json));
  expect(bodyOfSameQuery('{"offset":5,"limit":5}', ['A'], 5, dialect)).toBeNull();
  expect(bodyOfSameQuery(BODY, ['A'], 5, dialect)).toBeNull();
});

describe('a refreshable workbook', () => {
  test('holds the query, the table that it fills, the cells to type into, and the rows with their proof', async () => {
    const { plan, run } = await createExportHarness({ rowCount: 1_500 });
    const begun = await plan('SalesPrice');
    const fields = begun.columns.map(({ name }) => name);
    const format = { ...TEST_WORKBOOK, refresh: refresh(fields) } as const;
    const { files } = await resultOf(run({ ...begun, format }));
    const content = new Blob([await (files[0]?.content ?? new Blob()).arrayBuffer()]);
    expect(await verifyExport([{ name: 'a.xlsx', content }])).toMatchObject({ kind: 'unchanged' });

    const zip = await openZip(content);
    if (zip === null) throw new Error('It is no archive.');
    const mashup = await mashupOf(zip);
    expect(mashup.section).toBe(
      `section Section1;\n    \n    shared #"SalesPrice" = \n    ${refreshQuery(begun, refresh(fields), words).formula};`,
    );
    expect((await TaskUtils.tryLexParse(DefaultSettings, mashup.section)).resultKind).toBe('Ok');
    expect(mashup.metadata).toContain('<ItemPath>Section1/SalesPrice</ItemPath>');

    // The connection runs the query, the query table fills the table, and this table contains the rows.
    expect(await textOf(zip, 'xl/connections.xml')).toContain('Location=&quot;SalesPrice&quot;;');
    const queryTable = await textOf(zip, 'xl/queryTables/queryTable1.xml');
    expect(namesIn(queryTable, 'queryTableField')).toEqual(fields);
    const table = await textOf(zip, 'xl/tables/table1.xml');
    expect(namesIn(table, 'tableColumn')).toEqual(fields);
    const book = await textOf(zip, 'xl/workbook.xml');
    const [, lastCell = ''] = / ref="A1:([A-Z]+1501)"/.exec(table) ?? [];
    expect(lastCell).not.toBe('');
    expect(book).toContain(`!$A$1:$${lastCell.slice(0, -4)}$1501</definedName>`);
    // Excel ignores parts of the file that no other part refers to, and every reference needs its part.
    await expectWholePackage(zip);

    expect(book).toContain('<definedName name="Colonnade_UserName">\'Connection\'!$B$1</definedName>');
    expect(book).toContain('<definedName name="Colonnade_Password">\'Connection\'!$B$2</definedName>');
    const workbook = await openWorkbook(content);
    expect(workbook?.sheetTitles).toEqual(['Sales price', 'About', 'Certificate', 'Connection']);
    expect(await workbook?.firstColumn('Connection')).toEqual([
      'User name',
      'Password',
      'Step 1',
      'Step 2',
      'Step 3',
      'Step 4',
      'What a refresh does',
      'Long numbers',
    ]);
    expect(await workbook?.header('Connection')).toEqual(['User name']);
  });

  test('has the headings of its table in its cells, whatever the fields are called', async () => {
    const { plan } = await createExportHarness({ rowCount: 10 });
    const begun = await plan('SalesPrice');
    const [column] = begun.columns;
    if (column === undefined) throw new Error('There is no column.');
    const names = ['A', 'a', '', 'a2', 'b\nc\td\u0001 _x0041_ "&<', ' e ', 'x'.repeat(256), 'X'.repeat(255)];
    const columns = names.map((name) => ({ ...column, name }));
    const query = await encodeQuery(refreshQuery({ ...begun, columns }, refresh(names), words), columns);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const encoder = await createXlsxEncoder(columns, {
      rowCount: 0,
      sheetTitle: 'Prices',
      aboutTitle: 'About',
      hasFilePerSheet: false,
      query,
      openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
    });
    await encoder.finish([], '{}');
    const content = new Blob(parts);
    const zip = await openZip(content);
    if (zip === null) throw new Error('It is no archive.');
    const header = await (await openWorkbook(content))?.header('Prices');
    expect(header).toEqual([
      'A',
      'a3',
      'Column3',
      'a2',
      names[4],
      ' e ',
      `${'x'.repeat(254)}2`,
      'X'.repeat(255),
    ]);
    for (const [part, element] of [
      ['xl/tables/table1.xml', 'tableColumn'],
      ['xl/queryTables/queryTable1.xml', 'queryTableField'],
    ] as const) {
      const read = namesIn(await textOf(zip, part), element).map((name) =>
        unescapedText(name.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
      );
      expect(read).toEqual(header);
    }
    // The file format's schema allows this attribute only in the query table.
    expect(await textOf(zip, 'xl/connections.xml')).not.toContain('refreshOnLoad');
    // The query's result has the same headings as the sheet. They identify the fields when the file is verified.
    const { section } = await mashupOf(zip);
    expect(section).toContain('Table.RenameColumns(Result, {{"a", "a3"}, {"", "Column3"}, {"xxx');
    expect((await TaskUtils.tryLexParse(DefaultSettings, section)).resultKind).toBe('Ok');
    const file = { format: 'xlsx', csv: null } as const;
    expect(await certifiedHeader(content, { kind: '', columns, file })).toEqual(names);
  });

  test('is whole without a row: a table has one below its header', async () => {
    const { plan, run } = await createExportHarness({ rowCount: 10 });
    const begun = await plan('SalesPrice');
    const format = { ...TEST_WORKBOOK, refresh: refresh(['EntryNo']) } as const;
    const { files } = await resultOf(run({ ...begun, rowEnd: 0, format }));
    const zip = await openZip(new Blob([await (files[0]?.content ?? new Blob()).arrayBuffer()]));
    if (zip === null) throw new Error('It is no archive.');
    expect(await textOf(zip, 'xl/tables/table1.xml')).toMatch(/ ref="A1:[A-Z]+2"/);
  });
});

/** Reads the parts of the binary stream in which Excel stores queries, as MS-QDEFF describes it. */
async function mashupOf(zip: ZipFile): Promise<{ readonly section: string; readonly metadata: string }> {
  const xml = await textOf(zip, 'customXml/item1.xml', 'utf-16le');
  const [, encoded = ''] = />([A-Za-z0-9+/=]+)<\/DataMashup>/.exec(xml) ?? [];
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'));
  const view = new DataView(bytes.buffer);
  let at = 4;
  const next = () => {
    const start = at + 4;
    at = start + view.getUint32(at, true);
    return bytes.slice(start, at);
  };
  const inner = await openZip(new Blob([next()]));
  next();
  const metadata = new TextDecoder().decode(next());
  if (inner === null) throw new Error('The query has no package.');
  expect(await textOf(inner, 'Config/Package.xml')).toContain('<Culture>en-US</Culture>');
  return { section: await textOf(inner, 'Formulas/Section1.m'), metadata };
}

async function textOf(zip: ZipFile, name: string, encoding = 'utf-8'): Promise<string> {
  const entry = await zip.entry(name);
  if (entry === null) throw new Error(`There is no ${name}.`);
  let text = '';
  for await (const chunk of blobText(entry, { encoding })) text += chunk;
  return text;
}

function namesIn(xml: string, element: string): string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<${element}\\b[^>]* name="([^"]*)"`, 'g')),
    ([, name = '']) => name,
  );
}

async function expectWholePackage(zip: ZipFile): Promise<void> {
  const types = await textOf(zip, '[Content_Types].xml');
  for (const [, part = ''] of types.matchAll(/PartName="\/([^"]*)"/g)) {
    await textOf(zip, part);
  }
  for (const source of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/tables/table1.xml']) {
    const folder = source.slice(0, source.lastIndexOf('/') + 1);
    const rels = await textOf(zip, `${folder}_rels/${source.slice(folder.length)}.rels`);
    for (const [, target = ''] of rels.matchAll(/Target="([^"]*)"/g)) {
      const part = new URL(target, `file:///${folder}`).pathname.slice(1);
      await textOf(zip, part);
    }
  }
  expect(await textOf(zip, 'xl/worksheets/sheet1.xml')).toMatch(/<tablePart [^>]*r:id="rId1"\/>/);
}
