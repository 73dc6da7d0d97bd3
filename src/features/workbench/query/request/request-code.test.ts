import { execFile, execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { rowAt } from '@mocks/data/price-sources';
import { createDialect } from '@/contract/create-dialect';
import type { ExtractionQuery } from '@/contract/extraction';
import type { ServiceDescription } from '@/contract/service-description';
import { findPython } from '../../../../../scripts/find-programs.mjs';
import { startServiceProcess } from '../../../../../scripts/service-process.mjs';
import { oncePerFile } from '@/test/once-per-file';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { IS_LONG } from '@/test/runs';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { bodyAsSent, bodyIndented, codeIfWritable, requestCode, type RequestSource } from './request-code';

const run = promisify(execFile);
/** The number of rows. After filtering, there are enough for two pages. */
const ROW_COUNT = 6_000;
const AWKWARD = `O'Neill "x" \\ #(lf) ‘curly’ $env:PATH $(id) \`tick\` %2F é €`;

const QUERY: ExtractionQuery = {
  fields: ['EntryNo', 'Value', 'Name'],
  filters: [
    { column: 'PriceList', op: 'notEquals', values: ['DE'] },
    { column: 'Name', op: 'notEquals', values: [AWKWARD] },
  ],
  sort: [{ column: 'EntryNo', direction: 'descending' }],
};

function source(changes: Partial<RequestSource> = {}): RequestSource {
  return {
    serviceAddress: 'https://prices.example.com/papi',
    clientId: 'colonnade',
    method: 'password',
    priceColumn: { ...TEST_PRICE_COLUMN, name: 'SalesPrice' },
    viewable: [],
    cacheKey: null,
    query: QUERY,
    ...changes,
  };
}

/** The rows that the service must return, computed from the test data. */
const expectedRows = oncePerFile(() =>
  Array.from({ length: ROW_COUNT }, (_, index) => rowAt('SalesPrice', index))
    .filter((row) => row['PriceList'] !== 'DE')
    .toReversed(),
);

describe('the body', () => {
  test('of a query that cannot be written names the filter instead', () => {
    const filters = [{ column: 'Name', op: 'containsAny', values: ['a,b', 'c'] }] as const;
    const written = codeIfWritable(() => bodyAsSent('SalesPrice', { ...QUERY, filters }, 200));
    expect(written).toMatchObject({ code: '', inexpressible: { column: 'Name', reason: 'comma-in-list' } });
    expect(codeIfWritable(() => bodyAsSent('SalesPrice', QUERY, 200)).inexpressible).toBeNull();
  });

  test('is what the service receives, and is equal when indented', () => {
    const body = bodyAsSent('SalesPrice', QUERY, 200);
    expect(body).toBe(
      '{"page":1,"nrOfRecords":200,"fields":["EntryNo","Value","Name"],"filters":[' +
        '{"columnName":"PriceList","op":"notEquals","value":"DE"},' +
        `{"columnName":"Name","op":"notEquals","value":${JSON.stringify(AWKWARD)}}],` +
        '"orderby":["EntryNo desc"],"useCache":true}',
    );
    expect(JSON.parse(bodyIndented(body))).toEqual(JSON.parse(body));
    expect(bodyIndented('{"to":12345678901234.5670}')).toContain(': 12345678901234.5670');
    expect(bodyIndented(body)).toContain('\n  "fields": ["EntryNo", "Value", "Name"],\n');
  });
});

const python = IS_LONG ? findPython('requests') : undefined;

const DIALECT = createDialect(described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8'))));
const DIALECTS = [DIALECT, ...fc.sample(anyDescription, 5).filter(canNotEquals).map(createDialect)];
/** The price of no row, whose digits no program may round on its way to a service that takes numbers as such. */
const LONG_NUMBER = { column: 'Value', op: 'notEquals', values: ['12345678901234.5670'] } as const;

let service: Awaited<ReturnType<typeof startServiceProcess>>;
beforeAll(async () => {
  service = await startServiceProcess(['--rows', String(ROW_COUNT)]);
});
afterAll(() => service.close());

describe.each(['password', 'api-key'] as const)('code that signs in by %s', (method) => {
  let directory = '';
  const [account] = DEMO_ACCOUNTS;
  const environment = {
    ...process.env,
    PRICES_USER: account?.userName,
    PRICES_PASSWORD: account?.password,
    PYTHONIOENCODING: 'utf-8',
  };
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'colonnade-code-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const codeFor = (format: Parameters<typeof requestCode>[0]) =>
    requestCode(format, source({ method, serviceAddress: service.address }));
  const execute = async (command: string, args: readonly string[]) =>
    run(command, [...args], { cwd: directory, env: environment, maxBuffer: 1 << 28 });

  test.skipIf(!isOnPath('curl') || !isOnPath('bash'))(
    'curl saves every page as it was sent',
    { tags: ['long'] },
    async () => {
      writeFileSync(path.join(directory, 'pages.sh'), codeFor('curl'));
      const { stdout } = await execute('bash', ['pages.sh']);
      const expected = expectedRows();
      expect(stdout).toBe(`${expected.length} rows\n`);
      const pages = readdirSync(directory).filter((name) => name.startsWith('page-'));
      const text = pages
        .toSorted()
        .map((name) => readFileSync(path.join(directory, name), 'utf8'))
        .join('');
      const numbers = [...text.matchAll(/"EntryNo":(\d+)/g)].map(([, number]) => number);
      expect(numbers).toEqual(expected.map((row) => row['EntryNo']));
    },
  );

  test('JavaScript collects every row with every digit', async () => {
    writeFileSync(
      path.join(directory, 'prices.mjs'),
      `${codeFor('java-script')}\nconsole.log(JSON.stringify(rows.map((row) => [row.EntryNo, row.Value, row.Name])));`,
    );
    const { stdout } = await execute(process.execPath, ['prices.mjs']);
    expectRows(stdout);
  });

  test.skipIf(python === undefined)(
    'Python collects every row, every digit kept',
    { tags: ['long'] },
    async () => {
      writeFileSync(
        path.join(directory, 'prices.py'),
        `${codeFor('python')}\nimport json\nprint(json.dumps([[str(row["EntryNo"]), str(row["Value"]) if row["Value"] is not None else None, row["Name"]] for row in rows]))\n`,
      );
      const { stdout } = await execute(python ?? '', ['prices.py']);
      expectRows(stdout);
    },
  );

  function expectRows(stdout: string): void {
    const [summary, rows = '[]'] = stdout.split('\n');
    const expected = expectedRows();
    expect(summary).toBe(`${expected.length} rows`);
    expect(JSON.parse(rows)).toEqual(expected.map((row) => [row['EntryNo'], row['Value'], row['Name']]));
  }

  test('Power Query parses, with every text unchanged', async () => {
    for (const dialect of [null, ...DIALECTS]) {
      const code = requestCode('power-query', source({ method, dialect }));
      const task = await TaskUtils.tryLexParse(DefaultSettings, code);
      expect(task.resultKind).toBe('Ok');
      expect(code).toContain(dialect === null ? '""x""' : '\\""x\\""');
      expect(code).toContain('#(#)(lf)');
    }
  });

  test('PowerShell parses, and sends the same body', async () => {
    const codes = [null, ...DIALECTS].map((dialect) =>
      requestCode('power-shell', source({ method, dialect })),
    );
    expect(powerShellFaults([...codes, `${codes[0] ?? ''}\n}`])).toEqual([...codes.map(() => false), true]);
    const [, query = ''] = /@'\n([^]*?)\n'@/.exec(codes[0] ?? '') ?? [];
    expect(JSON.parse(query)).toEqual({ ...JSON.parse(bodyAsSent('SalesPrice', QUERY, 5000)) });
  });
});

test('the code for a service without a description is as it always was', async () => {
  const programs = (['password', 'api-key'] as const).flatMap((method) =>
    (['curl', 'power-query', 'python', 'power-shell', 'java-script'] as const).map(
      (format) => `==== ${format}, ${method}\n${requestCode(format, source({ method }))}`,
    ),
  );
  programs.push(
    `==== power-query, all fields\n${requestCode('power-query', source({ query: { ...QUERY, fields: null } }))}`,
  );
  await expect(programs.join('\n')).toMatchFileSnapshot('contract-programs.txt');
});

test.each(['curl', 'power-query', 'python', 'power-shell', 'java-script', 'script-job'] as const)(
  'a number that a described service takes as such is sent with every digit: %s',
  (format) => {
    const code = requestCode(
      format,
      source({ dialect: DIALECT, query: { ...QUERY, filters: [LONG_NUMBER] } }),
    );
    expect(code).toMatch(/"to""?: ?12345678901234\.5670\}/);
  },
);

test('the code contains no personal data but the client id', () => {
  for (const format of ['curl', 'power-query', 'python', 'power-shell', 'java-script'] as const) {
    const code = requestCode(format, source());
    expect(code).toContain('colonnade');
    expect(code).toMatch(/PRICES_PASSWORD|<your password>/);
  }
});

/**
 * Returns which programs the PowerShell parser rejects. It runs in a separate process in which the WebAssembly of the parser is not
 * optimized, because the optimization takes ten seconds and the test process would wait for its end.
 */
function powerShellFaults(codes: readonly string[]): unknown {
  const require = createRequire(import.meta.url);
  const grammar = path.join(
    path.dirname(require.resolve('tree-sitter-powershell/package.json')),
    'tree-sitter-powershell.wasm',
  );
  const script = `
    const { Language, Parser } = require(${JSON.stringify(require.resolve('web-tree-sitter'))});
    (async () => {
      await Parser.init();
      const parser = new Parser();
      parser.setLanguage(await Language.load(${JSON.stringify(grammar)}));
      const codes = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
      process.stdout.write(JSON.stringify(codes.map((code) => parser.parse(code).rootNode.hasError)));
    })();`;
  const input = JSON.stringify(codes);
  return JSON.parse(
    execFileSync(process.execPath, ['--liftoff-only', '--eval', script], { input, encoding: 'utf8' }),
  );
}

function canNotEquals({ extraction }: ServiceDescription): boolean {
  return extraction.operators.notEquals !== null;
}

function isOnPath(command: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, command)));
}
