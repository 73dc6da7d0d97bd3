import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programNotation, type ProgramNotation } from '@/contract/program-notation';
import { anyChar } from '@/test/any-char';
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
    const programs = [INPUT, DESCRIBED_INPUT].flatMap((input) =>
      JOB_FORMATS.map((format) => jobCode(format, input)),
    );
    expect(runPython(compile, programs)).toBe('6\n');
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
