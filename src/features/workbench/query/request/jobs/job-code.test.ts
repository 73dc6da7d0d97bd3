import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { programNotation, type ProgramNotation } from '@/contract/program-notation';
import { anyChar } from '@/test/any-char';
import { described } from '@/test/service-description.arbitraries';
import { findPython } from '../../../../../../scripts/find-programs.mjs';
import { JOB_FORMATS, jobCode, jobFileName, type JobInput } from './job-code';

const INPUT: JobInput = {
  serviceAddress: 'https://prices.example.com/papi',
  path: '/api/prices/SalesPrice',
  clientId: 'colonnade',
  method: 'password',
  name: 'SalesPrice',
  body: JSON.stringify({
    page: 1,
    nrOfRecords: 1,
    filters: [{ columnName: 'Name', op: 'equals', value: 'x' }],
    useCache: true,
  }),
  pageSize: 10_000,
  fields: null,
  notation: programNotation(),
  snapshot: 'key',
  columns: [{ name: 'EntryNo', type: 'number', digits: 10, decimals: 0 }],
  keyColumns: ['EntryNo'],
};

const DESCRIBED_INPUT: JobInput = { ...INPUT, notation: { ...INPUT.notation, isDescribed: true } };

const MOVING_INPUT: JobInput = {
  ...INPUT,
  notation: programNotation(createDialect(described({ extraction: { snapshot: null } }))),
  snapshot: null,
};

/** Texts that could end a string, line, comment or file if they were not escaped. */
const HOSTILE = fc.oneof(
  fc.string({ unit: anyChar }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      '"""',
      '\\',
      '\\N{DIGIT ONE}',
      '#',
      '\n',
      '\r',
      '{',
      '}',
      '$&',
      '\u0000',
      '\u0085',
      '\u2028',
      '\u202e',
      '\ufeff',
      '\ud800',
      '\u{e0001}',
      '\n# --- settings ---\n',
      'import os',
    ),
  }),
);

const hostileBody = fc.record({
  page: fc.constant(1),
  nrOfRecords: fc.constant(1),
  useCache: fc.constant(true),
  fields: fc.array(HOSTILE, { minLength: 1 }),
  filters: fc.array(fc.record({ columnName: HOSTILE, op: HOSTILE, value: HOSTILE })),
});

/** A notation with hostile names, and the same with those of the contract. */
const hostileNotation = fc
  .record({ name: HOSTILE, value: fc.oneof(HOSTILE, fc.boolean(), fc.constant(null), fc.integer()) })
  .map(({ name, value }): ProgramNotation => {
    const usual = programNotation();
    return {
      ...usual,
      isDescribed: true,
      rows: [name, 'rows'],
      columns: [name],
      key: [name, name],
      furtherBody: [...usual.furtherBody, { name: `${name}!`, value }],
      keyInAddress: name,
    };
  });

const hostileInput = fc.record({
  serviceAddress: HOSTILE,
  path: HOSTILE,
  clientId: HOSTILE,
  method: fc.constantFrom('password' as const, 'api-key' as const),
  name: HOSTILE,
  body: hostileBody.map((body) => JSON.stringify(body)),
  fields: fc.array(HOSTILE, { minLength: 1 }),
  notation: fc.oneof(fc.constant(programNotation()), hostileNotation),
  pageSize: fc.integer({ min: 1, max: 10_000 }),
  snapshot: fc.option(HOSTILE),
  columns: fc.array(
    fc.record({
      name: HOSTILE,
      type: fc.constantFrom('text' as const, 'number' as const),
      digits: fc.option(fc.nat(38)),
      decimals: fc.option(fc.nat(38)),
    }),
  ),
  keyColumns: fc.array(HOSTILE),
});

/** A Python program that reads the settings of generated programs. It accepts only assignments of literals. */
const SETTINGS_READER = `
import ast, json, sys
found = []
for text in json.load(sys.stdin):
    module = ast.parse(text)
    found.append({node.targets[0].id: ast.literal_eval(node.value) for node in module.body})
print(json.dumps(found))
`;

function runPython(program: string, input: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(python, ['-c', program], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

/** Returns the settings of a program, and the code before and after them. */
function divided(code: string) {
  const start = code.indexOf('# --- What to read');
  const end = code.lastIndexOf('# How long a call may fail');
  return { before: code.slice(0, start), settings: code.slice(start, end), after: code.slice(end) };
}

const python = findPython('json') ?? '';

describe.skipIf(python === '')('in Python (skipped where there is none)', () => {
  test('names and values stay in their quotes, whatever they are', () => {
    const inputs = fc.sample(hostileInput, 300);
    const programs = inputs.map((input) => divided(jobCode('dask-job', input)));
    const plain = divided(jobCode('dask-job', INPUT));
    const described = divided(jobCode('dask-job', DESCRIBED_INPUT));
    for (const [index, { before, after }] of programs.entries()) {
      const usual = inputs[index]?.notation.isDescribed === true ? described : plain;
      expect([before, after]).toEqual([usual.before, usual.after]);
    }
    const read = JSON.parse(
      runPython(
        SETTINGS_READER,
        programs.map(({ settings }) => settings),
      ),
    ) as unknown[];
    for (const [index, input] of inputs.entries()) {
      const { fields, filters } = JSON.parse(input.body) as {
        readonly fields: unknown;
        readonly filters: unknown;
      };
      const { isDescribed, furtherBody, rows, key, keyInAddress } = input.notation;
      const added = furtherBody.slice(3).map(({ name, value }) => [name, null, value]);
      expect(read[index]).toEqual({
        SERVICE: input.serviceAddress,
        PATH: input.path,
        CLIENT_ID: input.clientId,
        SIGN_IN: input.method,
        QUERY: isDescribed
          ? { fields: input.fields, body: expect.any(String) as string }
          : { fields, filters },
        ...(isDescribed && {
          NOTATION: expect.objectContaining({
            rows,
            key,
            key_in_address: keyInAddress,
            further: [
              ['page', 'page', null],
              ['nrOfRecords', 'size', null],
              ['cacheKey', 'key', null],
              ...added,
            ],
          }) as object,
        }),
        SNAPSHOT: input.snapshot,
        COLUMNS: input.columns.map(({ name, type, digits, decimals }) => [name, type, digits, decimals]),
        KEY: input.keyColumns,
        PAGE_SIZE: input.pageSize,
        PAGES_PER_PART: 10,
        OUTPUT: expect.stringMatching(/^[A-Za-z0-9-]+-files$/) as string,
      });
      const body = (read[index] as { readonly QUERY: { readonly body?: string } }).QUERY.body;
      if (isDescribed) expect(JSON.parse(body ?? '')).toEqual(JSON.parse(input.body));
    }
  });

  test('a job for a service without snapshots never blames or promises a snapshot', () => {
    for (const format of JOB_FORMATS) {
      const code = jobCode(format, MOVING_INPUT);
      expect(code.split('\n')[1]).toBe(
        `"""${{ 'script-job': 'Reads prices on one computer, page by page, into files. It needs Python 3.8 or later and no packages.', 'dask-job': 'Reads prices into files with a Dask cluster. Every worker reads parts of them.', 'spark-job': 'Reads prices into files with Spark, and opens them as a table. Executors read parts of them.' }[format]}`,
      );
      expect(code).not.toMatch(/PRICES_SNAPSHOT {2}|takes a new one when|another snapshot\. Choose/);
    }
    const problems = `
import json, sys
code = json.load(sys.stdin)[0]
module = {"__name__": "job"}
exec(compile(code, "job.py", "exec"), module)
class Service:
    def post(self, path, body, headers):
        data = {"data": [{"EntryNo": "1"}], "totalRecords": 11, "page": 2, "cacheKey": module["NO_KEY"]}
        return 200, {"Succeeded": True, "Data": data}
job = {"snapshot": module["NO_KEY"], "rows": 10, "columns": [["EntryNo", "number", 10, 0]]}
for call in [
    lambda: module["read_page"](Service(), job, 2, {}),
    lambda: module["data_of"](410, {}),
    lambda: module["certify"](None, job, {1: {"rows": 9}}, None),
]:
    try:
        call()
    except module["JobError"] as error:
        print(error)
`;
    const changed =
      'This service keeps no snapshots, so the rows may have changed while they were read. Choose an empty folder with PRICES_OUTPUT, and start again.';
    expect(
      runPython(problems, [jobCode('script-job', MOVING_INPUT)])
        .trimEnd()
        .split('\n'),
    ).toEqual([
      `Page 2 does not fit the first one: its number of rows is 11, not 10. ${changed}`,
      'The service refuses (410).',
      `There are 9 rows; the first answer said 10. ${changed}`,
    ]);
  });

  test('a key that is no number ends a job for a service with such keys with one sentence', () => {
    const notation = { ...DESCRIBED_INPUT.notation, isKeyNumber: true };
    const code = jobCode('script-job', { ...DESCRIBED_INPUT, notation });
    const requests = `
import json, sys
code = json.load(sys.stdin)[0]
module = {"__name__": "job"}
exec(compile(code, "job.py", "exec"), module)
for key in ["12345678901234567890", "-5", "abc", "1_000", "", "1.5"]:
    try:
        print(module["described_request"]({"page": 1, "nrOfRecords": 1, "cacheKey": key})[1].decode())
    except module["JobError"] as error:
        print(error)
`;
    const says = (key: string) =>
      `${key} is no key of a snapshot: the keys of this service are whole numbers. Check PRICES_SNAPSHOT.`;
    expect(runPython(requests, [code]).trimEnd().split('\n')).toEqual([
      '{"page": 1, "nrOfRecords": 1, "cacheKey": 12345678901234567890}',
      '{"page": 1, "nrOfRecords": 1, "cacheKey": -5}',
      ...['abc', '1_000', '', '1.5'].map(says),
    ]);
  });

  test('every job compiles', () => {
    const compile =
      'import json, sys\nprint(len([compile(text, "job.py", "exec") for text in json.load(sys.stdin)]))';
    const programs = [INPUT, DESCRIBED_INPUT, MOVING_INPUT].flatMap((input) =>
      JOB_FORMATS.map((format) => jobCode(format, input)),
    );
    expect(runPython(compile, programs)).toBe('9\n');
  });
});

test.each(JOB_FORMATS)('%s describes itself first, and does not page the query', (format) => {
  const code = jobCode(format, INPUT);
  expect(code).toMatch(/^#!\/usr\/bin\/env python3\n"""Reads a snapshot of prices/);
  expect(code).not.toContain('--- settings ---');
  expect(code).not.toContain('--- shared ---');
  expect(code).not.toContain('nrOfRecords": 10000');
});

test('for a service without a description, a job is its settings and the Python files', async () => {
  const files = ['shared-job.py', 'script-job.py', 'dask-job.py', 'spark-job.py'].map((name) =>
    readFileSync(path.join(import.meta.dirname, name), 'utf8'),
  );
  const lines = new Set(files.join('\n').split('\n'));
  for (const format of JOB_FORMATS) {
    const { before, settings, after } = divided(jobCode(format, INPUT));
    expect(`${before}${after}`.split('\n').filter((line) => !lines.has(line))).toEqual([]);
    if (format === 'script-job') await expect(settings).toMatchFileSnapshot('contract-settings.txt');
  }
});

test('a file is named after the price column', () => {
  expect(jobFileName('dask-job', 'SalesPrice')).toBe('SalesPrice-dask.py');
  expect(jobFileName('script-job', '../"Preis"\n')).toBe('Preis-script.py');
  expect(jobFileName('spark-job', '価格')).toBe('prices-spark.py');
});
