import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import { findPriceSource, rowAt, rowCountAt } from '@mocks/data/price-sources';
import type { ControlOrder, ControlReport } from '@mocks/service/control-endpoint';
import type { FaultRule } from '@mocks/service/faults';
import { columnFromRecord } from '@/contract/column.schema';
import { createDialect } from '@/contract/create-dialect';
import type { Dialect } from '@/contract/dialect';
import { extractionBodyText } from '@/contract/extraction.schema';
import { programNotation } from '@/contract/program-notation';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { readCsv } from '@/lib/table-files/csv-reader';
import { IS_LONG } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';
import { DASK, findPython } from '../../../../../../scripts/find-programs.mjs';
import { startServiceProcess } from '../../../../../../scripts/service-process.mjs';
import { jobCode, jobColumn, type JobFormat, type JobInput } from './job-code';

// Every job runs in a separate process, against the reference service over HTTPS. Dask runs with two worker processes. Spark is not
// installed, so a small replacement runs its tasks.
const ROWS = 2_400;
const PAGE_SIZE = 100;
const [ACCOUNT] = DEMO_ACCOUNTS;
const python = findPython('json') ?? '';
const withDask = IS_LONG && python !== '' ? findPython(DASK) : undefined;
const withParquet = python === '' ? undefined : findPython('pyarrow.parquet');

const STAND_IN_FOR_SPARK = `
from pathlib import Path

class SparkSession:
    builder = property(lambda self: self)
    sparkContext = property(lambda self: self)
    read = property(lambda self: self)
    def appName(self, name): return self
    def getOrCreate(self): return self
    def stop(self): print("stopped")
    def parallelize(self, tasks, slices): return Tasks(tasks)
    def schema(self, text): print("schema", text); return self
    def options(self, **options): return self
    def csv(self, pattern): print("files", len(list(Path(pattern).parent.glob(Path(pattern).name)))); return self
    def createOrReplaceTempView(self, name): print("view", name)
    def printSchema(self): pass

SparkSession.builder = SparkSession()

class Tasks:
    def __init__(self, tasks): self.tasks = tasks
    def map(self, function): return Tasks([function(each) for each in self.tasks])
    def collect(self): return self.tasks
`;

describe.skipIf(python === '')('jobs (skipped where there is no Python)', () => {
  let service: Awaited<ReturnType<typeof startServiceProcess>>;
  let dialect: Dialect | null = null;
  let directory = '';
  let output = '';
  let runs = 0;

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'colonnade-jobs-'));
    service = await startServiceProcess(['--tls', '--rows', String(ROWS)]);
    writeFileSync(path.join(directory, 'ca.pem'), service.upstream.certificateAuthority ?? '');
    mkdirSync(path.join(directory, 'stand-in', 'pyspark'), { recursive: true });
    writeFileSync(path.join(directory, 'stand-in', 'pyspark', '__init__.py'), '');
    writeFileSync(path.join(directory, 'stand-in', 'pyspark', 'sql.py'), STAND_IN_FOR_SPARK);
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await service.close();
  });
  beforeEach(async () => {
    runs += 1;
    output = path.join(directory, `files-${runs}`);
    await order({ do: 'reset' });
    await order({ do: 'change-settings', settings: { rowCount: ROWS } });
  });

  async function order(body: ControlOrder): Promise<ControlReport> {
    return new Promise((resolve, reject) => {
      const call = request(
        new URL('/__control', service.address),
        {
          method: 'POST',
          ca: service.upstream.certificateAuthority ?? '',
          headers: { 'content-type': 'application/json' },
          agent: false,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.once('end', () => {
            if (response.statusCode === 200) resolve(JSON.parse(text) as ControlReport);
            else reject(new Error(text));
          });
        },
      );
      call.once('error', reject);
      call.end(JSON.stringify(body));
    });
  }

  async function faults(...rules: FaultRule[]): Promise<void> {
    for (const rule of rules) await order({ do: 'add-fault', rule });
  }

  function programFile(format: JobFormat, priceColumn: string, changes: Partial<JobInput> = {}): string {
    const records = findPriceSource(priceColumn)?.fields.map(({ record }) => record) ?? [];
    const columns = records.map((record, index) => {
      const column = columnFromRecord({ ...record }, index);
      return jobColumn(column.name, { ...column, isFilterable: true, isSortable: true });
    });
    const file = path.join(directory, `${priceColumn}-${runs}-${format}.py`);
    const code = jobCode(format, {
      serviceAddress: service.address,
      path: dialect?.extraction.path(priceColumn) ?? `/api/prices/${priceColumn}`,
      clientId: 'colonnade',
      method: 'password',
      name: priceColumn,
      body: extractionBodyText(
        {
          priceColumn,
          query: { fields: columns.map(({ name }) => name), filters: [], sort: [] },
          page: 1,
          pageSize: 1,
        },
        dialect,
      ),
      pageSize: PAGE_SIZE,
      fields: columns.map(({ name }) => name),
      notation: programNotation(dialect),
      snapshot: null,
      columns,
      keyColumns: records.filter(({ is_primary_key }) => is_primary_key).map(({ name }) => name),
      ...changes,
    });
    writeFileSync(file, code);
    return file;
  }

  function started(interpreter: string, file: string, environment: NodeJS.ProcessEnv = {}) {
    const child = spawn(interpreter, [file], {
      cwd: directory,
      env: {
        ...process.env,
        PRICES_USER: ACCOUNT?.userName,
        PRICES_PASSWORD: ACCOUNT?.password,
        PRICES_CA_FILE: path.join(directory, 'ca.pem'),
        PRICES_OUTPUT: output,
        PRICES_FORMAT: 'csv',
        PRICES_PATIENCE_S: '30',
        PYTHONIOENCODING: 'utf-8',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const lines: string[] = [];
    const reading = createInterface({ input: child.stdout });
    reading.on('line', (line) => lines.push(line));
    const ended = new Promise<{ code: number | null; lines: string[]; errors: string }>((resolve) => {
      child.once('close', (code) => {
        resolve({ code, lines, errors });
      });
    });
    /** Resolves when `count` parts are complete, or when the process has ended. */
    const parts = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (lines.filter((line) => / parts, /.test(line)).length >= count) resolve();
        };
        reading.on('line', look);
        reading.once('close', () => resolve());
        look();
      });
    return { child, ended, parts };
  }

  async function run(python: string, file: string, environment: NodeJS.ProcessEnv = {}) {
    return started(python, file, environment).ended;
  }

  function manifest(): Record<string, unknown>[] {
    const text = readFileSync(path.join(output, 'manifest.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Expects that the files are as the manifest says, and have each row of the price column once, in order, with every digit. */
  async function expectAllRows(priceColumn: string, rowCount: number): Promise<void> {
    const [header, ...entries] = manifest();
    expect(entries.at(-1)).toMatchObject({ complete: true, rows: rowCount });
    const columns = header?.['columns'] as [string, 'text' | 'number' | 'date' | 'boolean'][];
    const receipts = entries.slice(0, -1).toSorted((a, b) => Number(a['part']) - Number(b['part']));
    expect(readdirSync(output).filter((name) => name.startsWith('part-'))).toEqual(
      receipts.map(({ file }) => file),
    );
    const dialect = MACHINE_CSV;
    const types = columns.map(([, type]) => ({ type }));
    let index = 0;
    for (const { file, sha256 } of receipts) {
      const bytes = readFileSync(path.join(output, String(file)));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      for await (const row of readCsv(new Blob([bytes]), types, dialect)) {
        const expected = rowAt(priceColumn, index);
        index += 1;
        const wanted = columns.map(([name]) => {
          const cell = expected[name] ?? null;
          return typeof cell === 'string' ? cell.toWellFormed() : cell;
        });
        if (JSON.stringify(row) !== JSON.stringify(wanted)) expect(row).toEqual(wanted);
      }
    }
    expect(index).toBe(rowCount);
  }

  test(
    'a script that was killed continues where it was, and reads every row once',
    { tags: ['long'] },
    async () => {
      // There are 24 parts of one page each. The service stops answering after 16 calls, so that the job cannot finish early.
      await faults({ on: 'extraction', fault: { kind: 'delay', delayMs: 600_000 }, skip: 16, times: null });
      const file = programFile('script-job', 'SalesPrice');
      const first = started(python, file);
      await first.parts(4);
      first.child.kill('SIGKILL');
      await first.ended;
      const kept = manifest().length - 1;
      expect(kept).toBeGreaterThanOrEqual(4);
      // The manifest ends with an incomplete line, as if the job was interrupted while it wrote the line.
      writeFileSync(path.join(output, 'manifest.jsonl'), '{"part": 9', { flag: 'a' });

      await order({ do: 'clear-faults' });
      await order({ do: 'clear-journal' });
      const second = await run(python, file);
      expect(second.errors).toBe('');
      expect(second.lines[0]).toMatch(/^Continues: \d+ of 24 parts are there\.$/);
      expect(second.lines.at(-1)).toContain('Complete: 2,400 rows in 24 files, keys unique (EntryNo)');
      await expectAllRows('SalesPrice', ROWS);
      const { journal } = await order({ do: 'report' });
      expect(journal.filter(({ endpoint }) => endpoint === 'extraction').length).toBeLessThanOrEqual(
        24 - kept,
      );

      // All parts are complete now, so the job must not call the service.
      await order({ do: 'clear-journal' });
      expect((await run(python, file)).lines).toEqual([expect.stringContaining('Complete already')]);
      expect((await order({ do: 'report' })).journal).toHaveLength(0);
    },
  );

  test.skipIf(withDask === undefined)(
    'Dask with two workers reads every row once, through refused tokens, limits and failures (skipped where there is no Dask)',
    { tags: ['long'] },
    async () => {
      await order({ do: 'change-settings', settings: { accessLifetimeMs: 5_000 } });
      await faults(
        { on: 'extraction', fault: { kind: 'status', status: 429, retryAfterS: 1 }, skip: 3, times: 2 },
        { on: 'extraction', fault: { kind: 'status', status: 503 }, skip: 6, times: 3 },
        { on: 'extraction', fault: { kind: 'cut' }, skip: 8 },
        { on: 'extraction', fault: { kind: 'cut-midway' }, skip: 10 },
        { on: 'extraction', fault: { kind: 'html' }, skip: 12 },
        { on: 'extraction', fault: { kind: 'status', status: 401 }, skip: 14, times: 2 },
        { on: 'token', fault: { kind: 'status', status: 502 } },
      );
      const job = started(withDask ?? '', programFile('dask-job', 'SalesPrice'));
      await job.parts(2);
      await order({ do: 'expire-access-tokens' });
      const { code, lines, errors } = await job.ended;
      expect({ code, errors }).toMatchObject({ code: 0 });
      expect(lines.at(-1)).toContain('Complete: 2,400 rows in 24 files, keys unique (EntryNo)');
      await expectAllRows('SalesPrice', ROWS);

      const { journal, refreshReuseCount } = await order({ do: 'report' });
      const statuses = journal.map(({ status }) => status);
      for (const status of [401, 429, 502, 503]) expect(statuses).toContain(status);
      const grants = journal.flatMap(({ grant }) => grant ?? []);
      expect(grants).toContain('refresh_token');
      // Only the main process signs in and refreshes, so no refresh token may be used twice.
      expect(refreshReuseCount).toBe(0);
      // After the first request, pages are requested only by the key of the snapshot.
      const bodies = journal.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body) as object]));
      expect(bodies.filter((body) => 'useCache' in body).length).toBeLessThanOrEqual(2);
      for (const body of bodies.filter((each) => !('useCache' in each))) {
        expect(Object.keys(body).toSorted()).toEqual(['cacheKey', 'nrOfRecords', 'page']);
      }
      expect(new Set(bodies.flatMap((body) => ('cacheKey' in body ? [body.cacheKey] : [])))).toHaveProperty(
        'size',
        1,
      );
    },
  );

  test(
    'Spark’s tasks are those of the others, and its table has their types (a stand-in runs them)',
    { tags: ['long'] },
    async () => {
      const { code, lines, errors } = await run(python, programFile('spark-job', 'PromotionPrice'), {
        PYTHONPATH: path.join(directory, 'stand-in'),
      });
      expect({ code, errors }).toMatchObject({ code: 0 });
      await expectAllRows('PromotionPrice', rowCountAt('PromotionPrice'));
      expect(lines.find((line) => line.startsWith('schema'))).toMatch(
        /`PromotionValue` DECIMAL\(18,4\), .*`StartsOn` STRING/,
      );
      expect(lines.slice(-3)).toEqual(['files 3', 'view prices', 'stopped']);
    },
  );

  test('values of every kind keep every digit and character, with an API key', async () => {
    const file = programFile('script-job', 'TestPatterns', { method: 'api-key', pageSize: 2_000 });
    expect(await run(python, file)).toMatchObject({ code: 0, errors: '' });
    await expectAllRows('TestPatterns', rowCountAt('TestPatterns'));
  });

  type Stop = readonly [name: string, fault: FaultRule['fault'], message: RegExp];
  const expectStop = async ([, fault, message]: Stop) => {
    await faults({ on: 'extraction', fault, skip: 2 });
    const file = programFile('script-job', 'PromotionPrice');
    // With one call at a time, the simulated failure is always on the second page.
    const { code, errors } = await run(python, file, { PRICES_CALLS: '1' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^Stopped: [^\n]*\n$/);
    expect(errors).toMatch(message);
    expect(manifest().some((entry) => 'complete' in entry)).toBe(false);
  };
  test.each<Stop>([
    ['dropped-row', { kind: 'dropped-row' }, /contradicts the snapshot: its rows on it is 99, not 100/],
  ])('stops at %s, and says so in one line', async (...each) => expectStop(each));
  test.each<Stop>([
    [
      'doubled-row',
      { kind: 'doubled-row' },
      /1 rows have the key \(\w+\) of an earlier row, .* in part-0000\d.csv/,
    ],
    ['wrong-key', { kind: 'wrong-key' }, /Page \d+ contradicts the snapshot: its key/],
    [
      'wrong-total',
      { kind: 'wrong-total', by: 1 },
      /contradicts the snapshot: its number of rows is 241, not 240/,
    ],
    ['wrong-page', { kind: 'wrong-page' }, /contradicts the snapshot: its page/],
    [
      'not succeeded',
      { kind: 'not-succeeded', errors: [{ Message: 'No.' }] },
      /The service refuses \(200\): No\./,
    ],
    ['an expired snapshot', { kind: 'status', status: 410 }, /The snapshot has expired.*PRICES_SNAPSHOT=new/],
  ])('stops at %s, and says so in one line', { tags: ['long'] }, async (...each) => expectStop(each));

  test('says what is missing: a password, trust, rights', { tags: ['long'] }, async () => {
    const file = programFile('script-job', 'CostForPricing');
    const first = await run(python, file, { PRICES_PASSWORD: 'tried-and-wrong' });
    expect(first.errors).toBe('Stopped: The service does not accept the user name and the password.\n');
    const second = await run(python, file, { PRICES_CA_FILE: undefined });
    expect(second.errors).toMatch(/^Stopped: The certificate of .* is not trusted: .*PRICES_CA_FILE/);
    const [, analyst] = DEMO_ACCOUNTS;
    const third = await run(python, file, {
      PRICES_USER: analyst?.userName,
      PRICES_PASSWORD: analyst?.password,
    });
    expect(third.errors).toMatch(/^Stopped: The service refuses \(403\): .*CostForPricing/);
  });

  describe('for a described service', { tags: ['long'] }, () => {
    // Jobs keep dates as the service writes them, so these are written as the rows that the tests expect have them.
    const json = JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')) as {
      extraction: { zone: string };
    };
    const { zone: _, ...extraction } = json.extraction;
    const description = { ...json, extraction: { ...extraction, dates: 'iso' } };
    let usual: typeof service;
    beforeAll(async () => {
      usual = service;
      const file = path.join(directory, 'service.json');
      writeFileSync(file, JSON.stringify(description));
      service = await startServiceProcess(['--tls', '--rows', String(ROWS), '--description', file]);
      writeFileSync(path.join(directory, 'ca.pem'), service.upstream.certificateAuthority ?? '');
      dialect = createDialect(described(description));
    });
    afterAll(async () => {
      await service.close();
      service = usual;
      writeFileSync(path.join(directory, 'ca.pem'), service.upstream.certificateAuthority ?? '');
      dialect = null;
    });

    test.each<[JobFormat, string]>([
      ['script-job', python],
      ...(withDask === undefined ? [] : [['dask-job', withDask] as [JobFormat, string]]),
    ])('%s reads every row once, through refused tokens and limits', async (format, interpreter) => {
      await faults(
        { on: 'extraction', fault: { kind: 'status', status: 429, retryAfterS: 1 }, skip: 3 },
        { on: 'extraction', fault: { kind: 'cut-midway' }, skip: 6 },
        { on: 'extraction', fault: { kind: 'status', status: 401 }, skip: 9 },
      );
      const { code, lines, errors } = await run(interpreter, programFile(format, 'SalesPrice'));
      expect({ code, errors }).toMatchObject({ code: 0 });
      expect(lines.at(-1)).toContain('Complete: 2,400 rows in 24 files, keys unique (EntryNo)');
      await expectAllRows('SalesPrice', ROWS);
      const { journal } = await order({ do: 'report' });
      const bodies = journal.flatMap(({ body }) => (body === null ? [] : [JSON.parse(body) as object]));
      expect(bodies.filter((body) => 'keep' in body).length).toBeLessThanOrEqual(2);
    });

    test('values of every kind keep every digit and character', async () => {
      const file = programFile('script-job', 'TestPatterns', { pageSize: 2_000 });
      expect(await run(python, file)).toMatchObject({ code: 0, errors: '' });
      await expectAllRows('TestPatterns', rowCountAt('TestPatterns'));
    });

    test.each<Stop>([
      ['dropped-row', { kind: 'dropped-row' }, /contradicts the snapshot: its rows on it is 99, not 100/],
      ['wrong-key', { kind: 'wrong-key' }, /Page \d+ contradicts the snapshot: its key/],
      [
        'wrong-total',
        { kind: 'wrong-total', by: 1 },
        /contradicts the snapshot: its number of rows is 241, not 240/,
      ],
      ['wrong-page', { kind: 'wrong-page' }, /contradicts the snapshot: its page/],
      [
        'an expired snapshot',
        { kind: 'status', status: 404 },
        /The snapshot has expired.*PRICES_SNAPSHOT=new/,
      ],
      ['a refusal', { kind: 'status', status: 400 }, /The service refuses \(400\): /],
    ])('stops at %s, and says so in one line', async (...each) => expectStop(each));
  });

  test.skipIf(withParquet === undefined)(
    'Parquet has exact decimals (skipped where there is no pyarrow)',
    async () => {
      const file = programFile('script-job', 'PromotionPrice', { pageSize: 500 });
      expect(await run(withParquet ?? '', file, { PRICES_FORMAT: 'parquet' })).toMatchObject({
        code: 0,
        errors: '',
      });
      const read = spawnSync(
        withParquet ?? '',
        [
          '-c',
          'import sys, json, pyarrow.parquet as p; t = p.read_table(sys.argv[1]); print(t.schema.field("PromotionValue").type); print(json.dumps([None if v is None else str(v) for v in t.column("PromotionValue").to_pylist()]))',
          path.join(output, 'part-00001.parquet'),
        ],
        { encoding: 'utf8' },
      );
      const [type, values = ''] = read.stdout.split('\n');
      expect(type).toBe('decimal128(18, 4)');
      expect(JSON.parse(values)).toEqual(
        Array.from(
          { length: rowCountAt('PromotionPrice') },
          (_, index) => rowAt('PromotionPrice', index)['PromotionValue'],
        ),
      );
    },
  );
});
