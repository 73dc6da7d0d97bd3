import { chmodSync, mkdirSync, openAsBlob, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_CHOICES, exportFormat, FORMAT_CHOICES } from '@/features/export/model/export-choices';
import { verifyExport } from '@/features/export/verify/verify-export';
import { viewFileText } from '@/features/workbench/model/view-file';
import { certificateSchema, FILE_ENDINGS } from '@/rows/certificates/certificate';
import {
  createCommandHarness,
  linkTo,
  stoppedInItsPages,
  withPagesOf,
  withTexts,
} from '@/test/command-harness';
import { createExportHarness, resultOf } from '@/test/export-harness';
import { oncePerFile } from '@/test/once-per-file';

const exportsOfFile = oncePerFile(() => createExportHarness());

let command: ReturnType<typeof createCommandHarness>;
beforeEach(async () => {
  command = createCommandHarness((await exportsOfFile()).service);
});
afterEach(async () => {
  command.remove();
  (await exportsOfFile()).service.controls.clearFaults();
});

const ENDINGS = {
  'csv-excel': 'csv',
  'csv-machine': 'csv',
  xlsx: 'xlsx',
  parquet: 'parquet',
  'json-lines': 'jsonl',
} as const satisfies Record<Exclude<(typeof FORMAT_CHOICES)[number], 'xlsx-refresh'>, string>;

test.each(Object.entries(ENDINGS))(
  'a file as %s has the bytes that the console writes, and its certificate',
  async (choice, ending) => {
    const consoles = await exportsOfFile();
    const format = FORMAT_CHOICES.find((each) => each === choice) ?? 'xlsx';
    const plan = await consoles.plan('PromotionPrice', {
      format: exportFormat(
        { ...DEFAULT_CHOICES, format },
        { region: 'de-DE', language: 'en', locale: 'en-GB', refresh: null },
      ),
      fileName: 'prices',
      queryLines: ['No query: the address of this snapshot names none'],
    });
    const link = linkTo('PromotionPrice', `?cacheKey=${plan.snapshot.cacheKey}`);
    const { code, out, err } = await command.run([
      'extract',
      link,
      '--out',
      command.file(`prices.${ending}`),
      '--format',
      choice,
      '--region',
      'de-DE',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`prices.${ending}: 240 rows, 10 fields`);

    const written = command.files();
    const files = await Promise.all(
      written.map(async (name) => ({ name, content: await openAsBlob(command.file(name)) })),
    );
    const verification = await verifyExport(files);
    expect(verification.kind).toBe('unchanged');
    if (verification.kind !== 'unchanged') return;

    // Repeats the export with the query text and time of the command's certificate, because files differ by them.
    const { certificate } = await resultOf(
      consoles.run({
        ...plan,
        pageSize: verification.certificate.pages.size,
        queryLines: [...verification.certificate.query.words],
        startedAtMs: Date.parse(verification.certificate.started),
      }),
    );
    expect(verification.certificate).toEqual({
      ...certificate,
      finished: verification.certificate.finished,
    });
    if (ending === 'csv' || ending === 'jsonl') {
      expect(written).toEqual([`prices.${ending}`, `prices.${ending}.certificate.json`]);
      const { files: expected } = await resultOf(consoles.run(plan));
      const bytes = new Uint8Array((await expected[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(readFileSync(command.file(`prices.${ending}`)).equals(bytes)).toBe(true);
    } else expect(written).toEqual([`prices.${ending}`]);
  },
);

test('the query, the columns and the highlights of a saved view are those of the file', async () => {
  const view = command.file('views.json');
  const saved = (name: string, hidden: readonly string[]) => ({
    id: name,
    priceColumn: 'SalesPrice',
    name,
    query: { v: '1', fields: 'ItemNumber,Value,Currency', filter: 'Value~greater-than~10', sort: '-Value' },
    display: { highlight: '1;red~row~Value~greater-than~20' },
    arrangement: { order: [], pinnedStart: ['Value'], pinnedEnd: [], hidden, widthsPx: {} },
    isDefault: false,
    runsOnOpen: false,
    savedAtMs: 0,
  });
  writeFileSync(view, viewFileText([saved('Monday', ['Currency']), saved('All', [])]));
  const several = await command.run(['extract', view, '--out', command.file('p.csv')]);
  expect(several).toMatchObject({ code: 2, err: expect.stringContaining('--name (Monday, All)') });

  const { code, err } = await command.run([
    'extract',
    view,
    '--name',
    'Monday',
    '--out',
    command.file('p.csv'),
    '--json',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [header, first = '', second = ''] = readFileSync(command.file('p.csv'), 'utf8').split('\n');
  expect(header).toBe('Value,ItemNumber');
  const values = [first, second].map((line) => Number(line.split(',')[0]));
  expect(values[0]).toBeGreaterThanOrEqual(values[1] ?? 0);
  const certificate = certificateSchema.parse(
    JSON.parse(readFileSync(command.file('p.csv.certificate.json'), 'utf8')),
  );
  expect(certificate.query.words.join()).toBe('Value greater than 10 · Value highest first · 3 of 16 fields');
  expect(JSON.parse(certificate.query.request ?? '')).toMatchObject({
    fields: ['ItemNumber', 'Value', 'Currency'],
    orderby: ['Value desc'],
    useCache: true,
  });
});

describe('a service that is unwell', () => {
  test('is asked again: after a cut, a 429 and a refused token the file is complete', async () => {
    const { service } = await exportsOfFile();
    service.controls.addFault({ on: 'extraction', skip: 2, fault: { kind: 'cut-midway' } });
    service.controls.addFault({
      on: 'extraction',
      skip: 3,
      fault: { kind: 'status', status: 429, retryAfterS: 0 },
    });
    const pages = withPagesOf(1_000, service);
    let calls = 0;
    const fetch = async (request: Request) => {
      calls += 1;
      if (calls === 9) service.controls.expireAccessTokens();
      return pages(request);
    };
    const { code, err } = await command.run(
      ['extract', linkTo('SalesPrice'), '--out', command.file('p.csv')],
      { fetch },
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readFileSync(command.file('p.csv'), 'utf8').split('\n')).toHaveLength(5_002);
    const statuses = service.controls.journal().map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining([429, 401]));
  });

  test('that sends a wrong page withholds the file, and leaves nothing behind', async () => {
    const { service } = await exportsOfFile();
    service.controls.addFault({ on: 'extraction', skip: 1, times: null, fault: { kind: 'dropped-row' } });
    const { code, err, out } = await command.run([
      'extract',
      linkTo('SalesPrice'),
      '--out',
      command.file('p.csv'),
      '--json',
    ]);
    expect(code).toBe(3);
    expect(err).toMatch(/^colonnade: .+\n$/);
    expect(JSON.parse(out)).toMatchObject({ problem: 'export' });
    expect(command.files()).toEqual([]);
  });

  test('is given up after the patience of the run', async () => {
    const { service } = await exportsOfFile();
    service.controls.addFault({ on: 'extraction', times: null, fault: { kind: 'status', status: 503 } });
    // Fixes the random waits between attempts, which could otherwise end before or after the time that `--patience` allows.
    vi.spyOn(Math, 'random').mockReturnValue(0.01);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { code, err } = await command.run([
      'extract',
      linkTo('SalesPrice'),
      '--out',
      command.file('p.csv'),
      '--patience',
      '0.06',
    ]);
    expect(code).toBe(3);
    expect(err).toContain('The service reports error 503.');
    expect(command.files()).toEqual([]);
  });
});

test('a run that is stopped leaves an earlier file as it was, and no other', async () => {
  const { service } = await exportsOfFile();
  writeFileSync(command.file('p.csv'), 'of yesterday');
  const args = ['extract', linkTo('SalesPrice'), '--out', command.file('p.csv')];
  const { err } = await command.run(args, stoppedInItsPages(service));
  expect(err).toBe('');
  expect(command.files()).toEqual(['p.csv']);
  expect(readFileSync(command.file('p.csv'), 'utf8')).toBe('of yesterday');
});

describe.skipIf(process.platform === 'win32')('a file that is written anew', () => {
  const modeOf = (name: string) => (statSync(command.file(name)).mode & 0o777).toString(8);

  test.each(['p.csv', 'p.xlsx'])('keeps its rights, and gives them to its certificate: %s', async (name) => {
    writeFileSync(command.file(name), 'of yesterday');
    chmodSync(command.file(name), 0o600);
    const args = ['extract', linkTo('PromotionPrice'), '--out', command.file(name)];
    expect(await command.run(args)).toMatchObject({ code: 0, err: '' });
    for (const written of command.files())
      expect({ written, mode: modeOf(written) }).toEqual({ written, mode: '600' });
    chmodSync(command.file(name), 0o640);
    await command.run(args);
    expect(modeOf(name)).toBe('640');
  });

  test('that cannot be placed leaves no certificate of it, and is named as people know it', async () => {
    const { service } = await exportsOfFile();
    const fetch = async (request: Request) => {
      // The folder appears only when rows are read, after the command has checked everything that it can check in advance.
      if (request.url.includes('/api/prices/')) mkdirSync(command.file('p.csv'), { recursive: true });
      return service.handle(request);
    };
    const args = ['extract', linkTo('PromotionPrice'), '--out', command.file('p.csv')];
    const { code, err } = await command.run(args, { fetch });
    expect(code).toBe(2);
    expect(err).toContain(`${command.file('p.csv')} cannot be written`);
    expect(err).not.toContain('.part');
    expect(command.files()).toEqual(['p.csv']);
  });

  test('stays as it was where its certificate cannot be placed, which comes first', async () => {
    const { service } = await exportsOfFile();
    writeFileSync(command.file('p.csv'), 'of yesterday');
    const fetch = async (request: Request) => {
      if (request.url.includes('/api/prices/'))
        mkdirSync(command.file('p.csv.certificate.json'), { recursive: true });
      return service.handle(request);
    };
    const args = ['extract', linkTo('PromotionPrice'), '--out', command.file('p.csv')];
    expect(await command.run(args, { fetch })).toMatchObject({ code: 2 });
    expect(readFileSync(command.file('p.csv'), 'utf8')).toBe('of yesterday');
  });

  test.skipIf(process.getuid?.() === 0)('in a folder of somebody else says so', async () => {
    mkdirSync(command.file('theirs'), { mode: 0o500 });
    const args = ['extract', linkTo('PromotionPrice'), '--out', command.file('theirs/p.xlsx')];
    const { code, err } = await command.run(args);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('p.xlsx cannot be written (EACCES)'),
    });
  });
});

test('texts that a spreadsheet would evaluate are guarded, unless programs alone read them', async () => {
  const { service } = await exportsOfFile();
  const fetch = withTexts(service, { 'PROMO-5000': '=1+1' });
  const link = linkTo('PromotionPrice');
  const guarded = await command.run(['extract', link, '--out', command.file('p.csv')], { fetch });
  expect(guarded).toMatchObject({ code: 0, err: '' });
  expect(guarded.out).toContain('1 text was guarded');
  expect(readFileSync(command.file('p.csv'), 'utf8')).toContain("\n'=1+1,");
  const exact = ['extract', link, '--format', 'csv-machine', '--out', command.file('exact.csv')];
  expect((await command.run(exact, { fetch })).out).not.toContain('guarded');
  expect(readFileSync(command.file('exact.csv'), 'utf8')).toContain('\n=1+1,');
  // The certificate says how the texts of its file are read, so only the one text that differs may be listed.
  const csv = await command.run(['compare', link, '--with', command.file('p.csv'), '--format', 'csv'], {
    fetch: withTexts(service, { 'PROMO-5000': '=1+1', 'PROMO-5001': '@new' }),
  });
  expect(csv).toMatchObject({ code: 0, err: '' });
  expect(csv.out).toContain("'@new");
  expect(csv.out).not.toContain('=1+1');
  expect(csv.out).not.toMatch(/(^|[,\n])@/);
});

test('a session that is refused with every page ends as not signed in', async () => {
  const { service } = await exportsOfFile();
  let pageCount = 0;
  const fetch = async (request: Request) => {
    if (request.url.includes('/api/prices/')) pageCount += 1;
    return pageCount > 1 && request.url.includes('/api/prices/')
      ? new Response('{}', { status: 401 })
      : service.handle(request);
  };
  const args = ['extract', linkTo('SalesPrice'), '--out', command.file('p.csv')];
  expect(await command.run(args, { fetch })).toMatchObject({
    code: 4,
    err: expect.stringContaining('has ended the session'),
  });
});

test('its documentation names every format', () => {
  const text = readFileSync('docs/command.md', 'utf8');
  for (const ending of Object.values(FILE_ENDINGS)) expect(text).toContain(`\`.${ending}\``);
});
