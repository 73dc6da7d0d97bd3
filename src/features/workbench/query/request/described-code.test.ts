import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { createDialect } from '@/contract/create-dialect';
import type { ExtractionQuery } from '@/contract/extraction';
import { extractionBodyText, extractPageEndpoint } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { ownDescription } from '@/contract/own-description';
import { hasPrograms, programNotation } from '@/contract/program-notation';
import type { ServiceDescription } from '@/contract/service-description';
import { startDescribed } from '@/test/described-service';
import { IS_LONG, runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { TEST_BASE } from '@/test/test-caller';
import { findPython } from '../../../../../scripts/find-programs.mjs';
import { startServiceProcess } from '../../../../../scripts/service-process.mjs';
import type { CodeInput } from './code-input';
import { curlCode } from './curl-code';
import { javaScriptCode } from './java-script-code';
import { jobCode, jobColumn } from './jobs/job-code';
import { pythonCode } from './python-code';

// The programs run against the reference service, which answers as a description says by code of its own.

/** Values with 18 digits, of all types, and in many scripts. */
const PRICE_COLUMN = 'TestPatterns';
const PAGE_SIZE = 400;
const QUERY: ExtractionQuery = {
  fields: ['PatternNo', 'Text', 'Amount', 'Flag', 'Remark'],
  filters: [{ column: 'Currency', op: 'equals', values: ['EUR'] }],
  sort: [{ column: 'Amount', direction: 'ascending' }],
};
const [ACCOUNT] = DEMO_ACCOUNTS;

const programmable = anyDescription.filter((description) =>
  hasPrograms(programNotation(createDialect(description))),
);

const contract = await startDescribed(null);
const priceColumns = await contract.client.send(priceColumnsEndpoint, undefined);
const typedFields = priceColumns.find(({ name }) => name === PRICE_COLUMN)?.fields ?? [];
const expected = await contract.client.send(extractPageEndpoint, {
  priceColumn: PRICE_COLUMN,
  query: QUERY,
  page: 1,
  pageSize: 10_000,
});
afterAll(() => contract.service.dispose());

function codeInput(
  description: ServiceDescription,
  serviceAddress: string,
  firstSize = PAGE_SIZE,
): CodeInput {
  const dialect = createDialect(description);
  return {
    serviceAddress,
    path: dialect?.extraction.path(PRICE_COLUMN) ?? '',
    clientId: 'colonnade',
    method: 'password',
    body: extractionBodyText(
      { priceColumn: PRICE_COLUMN, query: QUERY, typedFields, page: 1, pageSize: firstSize },
      dialect,
    ),
    pageSize: PAGE_SIZE,
    fields: QUERY.fields,
    notation: programNotation(dialect),
  };
}

function cellsOf(rows: readonly Readonly<Record<string, unknown>>[]) {
  return rows.map((row) => expected.columns.map((column) => row[column] ?? null));
}

test('the contract has several pages of the query', () => {
  expect(expected.rows.length).toBeGreaterThan(2 * PAGE_SIZE);
});

async function rowsOfJavaScript(input: CodeInput, fetch: (request: Request) => Promise<Response>) {
  const rows = (await runInNewContext(`(async () => {${javaScriptCode(input)}\nreturn rows; })()`, {
    fetch: async (url: string, init: RequestInit) => fetch(new Request(url, init)),
    process: { env: { PRICES_USER: ACCOUNT?.userName, PRICES_PASSWORD: ACCOUNT?.password } },
    console: { log: () => undefined },
    URLSearchParams,
  })) as Record<string, unknown>[];
  return cellsOf(rows);
}

test('JavaScript reads the same rows under any description, to the digit', async () => {
  await fc.assert(
    fc.asyncProperty(programmable, async (description) => {
      const { service } = await startDescribed(description);
      try {
        const input = codeInput(description, TEST_BASE);
        expect(await rowsOfJavaScript(input, async (request) => service.handle(request))).toEqual(
          expected.rows,
        );
      } finally {
        service.dispose();
      }
    }),
    { numRuns: runs(100) },
  );
});

test('JavaScript sends a key that is a number with every digit', async () => {
  const KEY = '12345678901234567890';
  const description = described({ extraction: { snapshot: { key: 'key' } } });
  const { service } = await startDescribed(description);
  let text = '';
  const fetch = async (request: Request): Promise<Response> => {
    const body = (await request.text()).replace(`"key":${KEY}`, `"key":${text}`);
    const { url, method, headers } = request;
    const response = await service.handle(new Request(url, { method, headers, body }));
    const answer = await response.text();
    text = /"key":("[^"]*")/.exec(answer)?.[1] ?? text;
    return new Response(answer.replace(`"key":${text}`, `"key":${KEY}`), { status: response.status });
  };
  const input = codeInput(description, TEST_BASE);
  const notation = { ...input.notation, isKeyNumber: true };
  expect(await rowsOfJavaScript({ ...input, notation }, fetch)).toEqual(expected.rows);
  service.dispose();
});

const python = IS_LONG ? findPython('requests') : undefined;
const SNAKE_CASE = described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')));
const DESCRIPTIONS = [SNAKE_CASE, ...fc.sample(programmable, 4)];

describe.each(DESCRIPTIONS)('as a process of its own, description %#', { tags: ['long'] }, (description) => {
  let directory = '';
  let service: Awaited<ReturnType<typeof startServiceProcess>>;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'colonnade-described-'));
    const file = path.join(directory, 'service.json');
    writeFileSync(file, JSON.stringify(ownDescription(description)));
    service = await startServiceProcess(['--rows', '10', '--description', file]);
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await service.close();
  });

  const execute = async (command: string, file: string, code: string) => {
    writeFileSync(path.join(directory, file), code);
    const { stdout } = await promisify(execFile)(command, [file], {
      cwd: directory,
      env: {
        ...process.env,
        PRICES_USER: ACCOUNT?.userName,
        PRICES_PASSWORD: ACCOUNT?.password,
        PRICES_OUTPUT: path.join(directory, 'files'),
        PRICES_FORMAT: 'csv',
        PYTHONIOENCODING: 'utf-8',
      },
    });
    return stdout;
  };

  test('curl saves every page as it was sent', async () => {
    const stdout = await execute('bash', 'pages.sh', curlCode(codeInput(description, service.address)));
    expect(stdout).toBe(`${expected.rows.length} rows\n`);
    const text = readdirSync(directory)
      .filter((name) => name.startsWith('page-'))
      .toSorted()
      .map((name) => readFileSync(path.join(directory, name), 'utf8'))
      .join('');
    const numbers = [...text.matchAll(/(?:"PatternNo":|\[)(\d{6})\b/g)].map(([, number]) => number);
    expect(numbers).toEqual(expected.rows.map(([number]) => number));
  });

  test.skipIf(python === undefined)('Python collects every row, every digit kept', async () => {
    const printed = `import json\nprint(json.dumps(rows, default=str))\n`;
    const code = pythonCode(codeInput(description, service.address));
    const [summary, rows = '[]'] = (await execute(python ?? '', 'prices.py', `${code}${printed}`)).split(
      '\n',
    );
    expect(summary).toBe(`${expected.rows.length} rows`);
    const texts = cellsOf(JSON.parse(rows) as Record<string, unknown>[]).map((row) =>
      row.map((cell) => (typeof cell === 'number' ? String(cell) : cell)),
    );
    expect(texts).toEqual(expected.rows);
  });

  test.skipIf(python === undefined)('a job reads every row once', async () => {
    const input = codeInput(description, service.address, 1);
    const names = QUERY.fields ?? [];
    const columns = names.map((name) =>
      jobColumn(
        name,
        typedFields.find((field) => field.name === name),
      ),
    );
    const code = jobCode('script-job', {
      ...input,
      pageSize: PAGE_SIZE,
      name: PRICE_COLUMN,
      columns,
      snapshot: null,
      keyColumns: ['PatternNo'],
    });
    const stdout = await execute(python ?? '', 'job.py', code);
    expect(stdout).toContain(`Complete: ${expected.rows.length.toLocaleString('en')} rows`);
    expect(stdout).toContain('keys unique (PatternNo)');
  });
});
