import { execFile, spawnSync } from 'node:child_process';
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
import { DATES_AS_WRITTEN, MOVING_ROWS, programNotation, repeatedQuery } from '@/contract/program-notation';
import type { ServiceDescription } from '@/contract/service-description';
import { startDescribed } from '@/test/described-service';
import { parseKeepingNumbers } from '@/lib/base/json-text';
import { IS_LONG, runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { TEST_BASE } from '@/test/test-caller';
import { findPython } from '../../../../../scripts/find-programs.mjs';
import { startServiceProcess } from '../../../../../scripts/service-process.mjs';
import type { CodeInput } from './code-input';
import { curlCode } from './curl-code';
import { javaScriptCode } from './java-script-code';
import { jobCode, jobColumn } from './jobs/job-code';
import { powerQueryCode } from './power-query-code';
import { powerShellCode } from './power-shell-code';
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
  query = QUERY,
): CodeInput {
  const dialect = createDialect(description);
  return {
    serviceAddress,
    path: dialect?.extraction.path(PRICE_COLUMN) ?? '',
    clientId: 'colonnade',
    method: 'password',
    body: extractionBodyText(
      { priceColumn: PRICE_COLUMN, query, typedFields, page: 1, pageSize: firstSize },
      dialect,
    ),
    pageSize: PAGE_SIZE,
    fields: query.fields,
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
    console: { log: () => undefined, error: () => undefined },
    URLSearchParams,
  })) as Record<string, unknown>[];
  return cellsOf(rows);
}

test('JavaScript reads the same rows under any description, to the digit', async () => {
  await fc.assert(
    fc.asyncProperty(anyDescription, async (description) => {
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

test('JavaScript ends with an error if the total that is described is missing', async () => {
  const description = described({ extraction: { total: 'count', rows: 'items' } });
  const { service } = await startDescribed(description);
  const fetch = async (request: Request): Promise<Response> => {
    const response = await service.handle(request);
    const text = await response.text();
    return new Response(text.replace(/"count":\d+/, '"count":null'), { status: response.status });
  };
  await expect(rowsOfJavaScript(codeInput(description, TEST_BASE), fetch)).rejects.toThrow(
    'The answer does not say how many rows there are.',
  );
  service.dispose();
});

test('programs for a service without snapshots say that rows may move; others do not', () => {
  const codes = (description: ServiceDescription) => {
    const input = codeInput(description, TEST_BASE);
    const job = { name: PRICE_COLUMN, columns: [], snapshot: null, keyColumns: [] };
    return [pythonCode, javaScriptCode, curlCode, powerShellCode, powerQueryCode]
      .map((write) => write(input))
      .concat(jobCode('spark-job', { ...input, ...job }));
  };
  for (const code of codes(described({ extraction: { snapshot: null, dates: 'epoch-ms' } }))) {
    expect(code.slice(0, 400)).toContain(MOVING_ROWS);
    expect(code.slice(0, 500)).toContain(DATES_AS_WRITTEN);
  }
  for (const code of codes(described({ extraction: { total: null } }))) {
    expect(code).not.toContain(MOVING_ROWS);
    expect(code).not.toContain(DATES_AS_WRITTEN);
  }
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

/** Returns the members that a body for a further page has, with every digit of their numbers. */
function membersOf(body: string): unknown {
  return parseKeepingNumbers(body);
}

/** Returns the body with which the console asks for page 7, and the query that the program repeats in such a body. */
function page7(description: ServiceDescription, cacheKey: string) {
  const { body, notation } = codeInput(description, TEST_BASE);
  const input = { priceColumn: PRICE_COLUMN, page: 7, pageSize: PAGE_SIZE, columns: null };
  return {
    query: repeatedQuery(notation, body)?.query ?? '',
    expected: extractionBodyText({ ...input, cacheKey, repeats: body }, createDialect(description)),
  };
}

/** Evaluates the texts and the arithmetic of M that the body for a further page consists of. */
function evaluateText(expression: string, names: Readonly<Record<string, number | string>>): string {
  const javaScript = expression
    .replaceAll(/"((?:[^"]|"")*)"/g, (_, text: string) =>
      JSON.stringify(text.replaceAll('""', '"').replaceAll('#(#)(', '#(')),
    )
    .replaceAll(/Number\.ToText\((.*?), "F0", "en-US"\)/g, 'String($1)')
    .replaceAll('Text.FromBinary(Json.FromValue(Key))', 'JSON.stringify(Key)')
    .replaceAll('Text.Range(Query, 1)', 'Query.slice(1)')
    .replaceAll(' & ', ' + ');
  return runInNewContext(javaScript, { ...names }) as string;
}

test('Power Query asks for further pages with the body that the console sends, whatever its members are called', () => {
  const shadowing = described({
    extraction: {
      page: { name: 'First' },
      size: { name: 'Key' },
      snapshot: { key: 'Pages', keys: 'number' },
    },
  });
  fc.assert(
    fc.property(anyDescription, fc.maxSafeNat(), (description, number) => {
      const code = powerQueryCode(codeInput(description, TEST_BASE));
      const [, expression = ''] = /Page\(\s+Text\.ToBinary\((.*)\),?\n\s/.exec(code) ?? [];
      const Key = String(number);
      const { query, expected: body } = page7(description, Key);
      expect(membersOf(evaluateText(expression, { _: 7, Key, Query: query }))).toEqual(membersOf(body));
    }),
    { numRuns: runs(100), examples: [[shadowing, 5]] },
  );
});

test.each([
  0,
  12,
  999_999_999_999_999,
  1_764_547_200_000_000,
  1_000_000_000_000_001,
  Number.MAX_SAFE_INTEGER,
])('Power Query writes the key %d with every digit, though it formats no more than 15', (key) => {
  expect(keyOfPowerQuery(key)).toBe(String(key));
});

test.each([2 ** 53, 2 ** 60, -(10 ** 15), 0.5])('Power Query sends no other key in place of %d', (key) => {
  expect(() => keyOfPowerQuery(key)).toThrow('The key of the snapshot is a number that');
});

test('Power Query sends a key that is a text as it came', () => {
  expect(keyOfPowerQuery('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00Z');
});

/** Evaluates the step `Key`, in which formats have 15 digits, as they have in Excel. */
function keyOfPowerQuery(key: string | number): unknown {
  const description = described({ extraction: { snapshot: { key: 'key', keys: 'number' } } });
  const code = powerQueryCode(codeInput(description, TEST_BASE));
  const [, steps = '', decision = ''] =
    /Key =\n\s+let\n([^]*?)\n\s+in\n([^]*?),\n {2}PageCount/.exec(code) ?? [];
  const [, rest = ''] = /Rest = (.*),\n/.exec(steps) ?? [];
  const asJavaScript = (text: string) =>
    text
      .replaceAll('Found is text', 'typeof Found === "string"')
      .replaceAll('Number.Mod', 'mod')
      .replaceAll('Text.PadStart', 'padStart')
      .replaceAll('<>', '!==')
      .replaceAll(' or ', ' || ')
      .replaceAll(' & ', ' + ')
      .replaceAll(/error (".*?")/g, 'fail($1)')
      .replaceAll(/\bif\b/g, '')
      .replaceAll(/\bthen\b/g, '?')
      .replaceAll(/\belse\b/g, ':');
  return runInNewContext(`const Rest = ${asJavaScript(rest)}; ${asJavaScript(decision).trim()}`, {
    Found: key,
    mod: (value: number, divisor: number) => value % divisor,
    padStart: (text: string, length: number, character: string) => text.padStart(length, character),
    Digits: (value: number) => BigInt(Math.round(Number(value.toPrecision(15)))).toString(),
    fail: (message: string) => {
      throw new Error(message);
    },
  });
}

test('PowerShell asks for further pages with the body that the console sends, of a key with any characters', () => {
  fc.assert(
    fc.property(anyDescription, fc.oneof(fc.bigInt().map(String), fc.string()), (description, key) => {
      const { snapshot } = description.extraction;
      fc.pre(snapshot?.keys !== 'number' || /^-?\d+$/.test(key));
      const code = powerShellCode(codeInput(description, TEST_BASE));
      const [, text = '', search, header] =
        /\$later = Get-Page \((.*?)\)(?: \(('\?.*)\)| (@\{ '.*' = \$key \}))?\n/.exec(code) ?? [];
      const javaScript = text
        .replaceAll(/'((?:[^']|'')*)'/g, (_, inside: string) => JSON.stringify(inside.replaceAll("''", "'")))
        .replaceAll('(ConvertTo-Json -Compress $key)', 'JSON.stringify($key)')
        .replaceAll('$query.Substring(1)', '$query.slice(1)');
      const { query, expected: body } = page7(description, key);
      const found = runInNewContext(javaScript, { $number: 7, $key: key, $query: query }) as string;
      expect(membersOf(found)).toEqual(membersOf(body));
      expect(search !== undefined).toBe(snapshot?.send === 'query');
      expect(header !== undefined).toBe(snapshot?.send === 'header');
    }),
    { numRuns: runs(100) },
  );
});

test('PowerShell reads a key as it came, whatever it looks like, from where the description says', () => {
  fc.assert(
    fc.property(
      anyDescription,
      fc.constantFrom<unknown>('2026-01-01T00:00:00Z', '/Date(1)/', '', 'a"\\', 5),
      (description, key) => {
        const { notation } = codeInput(description, TEST_BASE);
        fc.pre(notation.key !== null);
        const place = [...(notation.envelope?.data ?? []), ...(notation.key ?? [])];
        const answer = place.reduceRight<unknown>((inner, name) => ({ [name]: inner, '': 'x' }), key);
        const code = powerShellCode(codeInput(description, TEST_BASE));
        const [, expression = ''] = /\$jsonToken = \[regex\]'(.*)'/.exec(code) ?? [];
        const [, names = ''] =
          /\$key = \(\$spacedJson \| ConvertFrom-Json\)(.*)\.Substring\(1\)/.exec(code) ?? [];
        const spaced = JSON.stringify(answer).replaceAll(new RegExp(expression, 'g'), (token) =>
          token.startsWith('"') ? `" ${token.slice(1)}` : `" ${token}"`,
        );
        const steps = Array.from(names.matchAll(/\.'((?:[^']|'')*)'/g), ([, name = '']) =>
          name.replaceAll("''", "'"),
        );
        const found = steps.reduce<unknown>(
          (value, name) => (value as Record<string, unknown>)[name],
          JSON.parse(spaced),
        );
        expect(found).toBe(` ${String(key)}`);
      },
    ),
    { numRuns: runs(50) },
  );
});

test.skipIf(spawnSync('bash', ['--version']).status !== 0)(
  'curl has a key in the address as it came, with the escapes of JSON',
  () => {
    const description = described({ extraction: { snapshot: { key: 'key', send: 'query' } } });
    const [encoding = ''] =
      /^encoded\(\) \{[^]*?^\}$/m.exec(curlCode(codeInput(description, TEST_BASE))) ?? [];
    const encoded = (text: string) =>
      spawnSync('bash', ['-c', `set -euo pipefail\n${encoding}\nencoded "$1"`, 'bash', text], {
        encoding: 'utf8',
      });
    const texts = [
      'a/b \\"q\\" \\\\/ \\/',
      'A-Za.z_0~9',
      '100%+&=?#é€',
      '\\\\u0041 \\u002Bx\\u002f',
      "'$(id)`\\\\n",
    ];
    const joined = encoded(texts.join('|'));
    expect(decodeURIComponent(joined.stdout)).toBe(
      texts.map((text) => JSON.parse(`"${text}"`) as string).join('|') + '\n',
    );
    expect(encoded('a\\u00e9b')).toMatchObject({
      status: 1,
      stderr: 'The key of the snapshot has an escape that this script cannot read: \\u00e9\n',
    });
    // Bash 3.2, which macOS has, keeps the backslash in the replacement of an expansion.
    expect(encoding).not.toContain('${1//');
  },
);

const python = IS_LONG ? findPython('requests') : undefined;
const SNAKE_CASE = described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')));
const DESCRIPTIONS = [
  SNAKE_CASE,
  described({ extraction: { total: null } }),
  described({ extraction: { total: { header: 'X-Total-Count' } } }),
  described({ extraction: { snapshot: null, dates: 'dotnet' } }),
  described({ extraction: { snapshot: null, total: null, dates: 'epoch-ms' } }),
  described({ extraction: { snapshot: { repeatQuery: true, send: 'header', key: 'X-Snapshot' } } }),
  ...fc.sample(anyDescription, 4),
];

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

  test.skipIf(python === undefined)(
    'a job reads every row once, and keeps every date as a text',
    async () => {
      const names = ['PatternNo', 'Day', 'Moment'];
      const query = { ...QUERY, fields: names };
      const input = codeInput(description, service.address, 1, query);
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
      const { rows } = await contract.client.send(extractPageEndpoint, {
        priceColumn: PRICE_COLUMN,
        query,
        page: 1,
        pageSize: 10_000,
      });
      const files = path.join(directory, 'files');
      const lines = readdirSync(files)
        .filter((name) => name.endsWith('.csv'))
        .toSorted()
        .flatMap((name) => readFileSync(path.join(files, name), 'utf8').trimEnd().split('\r\n').slice(1));
      expect(lines.map((line) => line.split(',').map((cell) => cell !== ''))).toEqual(
        rows.map((row) => row.map((cell) => cell !== null)),
      );
    },
  );
});
