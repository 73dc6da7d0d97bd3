/** @module-tag long */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { Fault, FaultRule } from '@mocks/service/faults';
import type { ReferenceService } from '@mocks/service/reference-service';
import { viewFileText } from '@/features/workbench/model/view-file';
import { linkTo } from '@/test/command-harness';
import { createCommandProcesses, type StartedProcess } from '@/test/command-process';

// Every command × every failure × the moment of it, as processes: what they end with, that they say so in one sentence, and that
// they leave everything as it was. `colonnade.test.ts` has what the short run tries of it.

let service: ReferenceService;
let processes: Awaited<ReturnType<typeof createCommandProcesses>>;
beforeAll(async () => {
  service = createTestService({ settings: { rowCount: 5_000 } });
  processes = await createCommandProcesses(service);
  const view = { id: 'a', priceColumn: 'SalesPrice', name: 'Sales', query: { v: '1' }, arrangement: null };
  writeFileSync(
    processes.file('views.json'),
    viewFileText([{ ...view, isDefault: false, runsOnOpen: false, savedAtMs: 0 }]),
  );
  const made = [
    ['extract', LINK, '--out', 'before.csv'],
    ['routine', 'views.json', '--keep', 'kept'],
    ['schema', '--quiet'],
  ].map((args) => processes.run(args));
  const [, , schema] = await Promise.all(made);
  writeFileSync(processes.file('schema.json'), schema?.out ?? '');
  for (const name of OUTPUTS) writeFileSync(processes.file(name), 'of last week');
});
afterAll(async () => {
  await processes.close();
  service.dispose();
});
beforeEach(() => {
  service.controls.clearFaults();
  processes.answer(null);
});

const LINK = linkTo('SalesPrice', '?v=1');
const REFINED = linkTo('SalesPrice', '?v=1&refine=1;all;Currency~is~EUR');
/** Without rows, so that all rows of the file are changes. */
const EMPTY = linkTo('SalesPrice', '?v=1&filter=Currency~is~ZZZ');
const OUTPUTS = ['prices.csv', 'prices.xlsx', 'prices.parquet', 'changes.csv', 'changes.xlsx', 'report.xlsx'];

interface Command {
  readonly args: readonly string[];
  readonly hasPages: boolean;
  readonly hasEngine: boolean;
}

const COMMANDS: readonly Command[] = [
  { args: ['extract', LINK, '--out', 'prices.csv'], hasPages: true, hasEngine: false },
  { args: ['extract', LINK, '--out', 'prices.xlsx'], hasPages: true, hasEngine: false },
  { args: ['extract', REFINED, '--out', 'prices.csv'], hasPages: true, hasEngine: true },
  { args: ['check', LINK], hasPages: true, hasEngine: true },
  { args: ['compare', LINK, '--with', 'before.csv'], hasPages: true, hasEngine: true },
  {
    args: ['compare', LINK, '--with', 'before.csv', '--out', 'changes.xlsx'],
    hasPages: true,
    hasEngine: true,
  },
  {
    args: ['routine', 'views.json', '--keep', 'kept', '--out', 'report.xlsx'],
    hasPages: true,
    hasEngine: true,
  },
  { args: ['schema'], hasPages: false, hasEngine: false },
  { args: ['schema', 'schema.json'], hasPages: false, hasEngine: false },
];

const MOMENTS = ['at first', 'between pages', 'while the engine starts', 'once the engine is there'] as const;
type Moment = (typeof MOMENTS)[number];

/** What the service does from that moment on, or what becomes of the process then; and how a run ends by it. */
const FAILURES: Readonly<Record<string, { readonly code: number | string } & Happening>> = {
  'a refused session': { fault: { kind: 'status', status: 401 }, on: 'any', code: 4 },
  'a refused right': { fault: { kind: 'status', status: 403 }, code: 3 },
  'errors without an end': { fault: { kind: 'status', status: 500 }, code: 3 },
  'connections that are cut': { fault: { kind: 'cut' }, on: 'any', code: 3 },
  'rows that contradict each other': { fault: { kind: 'other-page-rows' }, code: 3 },
  'an error that nobody catches': { plant: 'throw', code: 3 },
  SIGTERM: { signal: 'SIGTERM', code: 'SIGTERM' },
};
interface Happening {
  readonly fault?: Fault;
  readonly on?: FaultRule['on'];
  readonly plant?: 'throw' | 'reject';
  readonly signal?: NodeJS.Signals;
}

function momentsOf({ hasPages, hasEngine }: Command): readonly Moment[] {
  if (hasEngine) return MOMENTS.filter((moment) => moment !== 'between pages');
  return hasPages ? ['at first', 'between pages'] : ['at first'];
}

/** Only pages can contradict each other. */
function isOfPages({ fault }: Happening): boolean {
  return fault?.kind === 'other-page-rows';
}

describe.each(COMMANDS.map((command) => ({ command, name: command.args.join(' ') })))(
  '$name',
  ({ command }) => {
    const cases = momentsOf(command).flatMap((moment) =>
      Object.entries(FAILURES)
        .filter(([, happening]) => moment !== 'at first' || !isOfPages(happening))
        .map(([failure, happening]) => ({ failure, moment, ...happening })),
    );
    test.each(cases)('$failure, $moment: ends with $code', async ({ moment, code, ...happening }) => {
      const before = content();
      const { ended } = await happens(command, moment, happening);
      expect(endOf(ended)).toEqual({
        code,
        err: expect.stringMatching(code === 'SIGTERM' ? /^$/ : ONE_SENTENCE),
      });
      if (command.args[0] !== 'routine') expect(ended.out).toBe('');
      expect(content()).toEqual(before);
    });
  },
);

const ONE_SENTENCE = /^colonnade: [^\n]+\n$/;

function endOf({ code, signal, err }: Awaited<StartedProcess['ended']>) {
  return { code: signal ?? code, err };
}

/** Runs a command, to which something happens at a moment. */
async function happens(command: Command, moment: Moment, { fault, on, plant, signal }: Happening) {
  // Enough for what comes before it, of a run that then waits for nothing.
  const patience = fault === undefined ? [] : ['--patience', '0.1'];
  const run = processes.start([...command.args, ...patience], { isEngineHeld: true });
  if (moment !== 'while the engine starts') run.allowEngine();
  let pages = 0;
  let hasHappened = false;
  processes.answer(async (request) => {
    if (/\/api\/prices\//.test(request.url)) pages += 1;
    if (!hasHappened && (moment === 'at first' ? !request.url.endsWith('/token') : pages === 2)) {
      hasHappened = true;
      if (moment === 'while the engine starts') await run.engineStarts;
      if (moment === 'once the engine is there') await run.engineIsReady;
      const of = moment === 'at first' ? 'any' : 'extraction';
      if (fault !== undefined) service.controls.addFault({ on: on ?? of, fault, times: null });
      if (plant !== undefined) run.plantError(plant);
      if (signal !== undefined) run.kill(signal);
      if (fault === undefined) await run.ended;
    }
    return service.handle(request);
  });
  // A run that waits for its engine to say why it failed would wait for ever.
  if (moment === 'while the engine starts') void run.complains.then(run.allowEngine);
  const ended = await run.ended;
  expect(hasHappened).toBe(true);
  return { ended };
}

/** All files, with what is in them. */
function content(): Readonly<Record<string, string>> {
  const names = readdirSync(processes.folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'base64').slice(0, 64)]),
  );
}

describe.skipIf(process.platform === 'win32')('a result that cannot be written', () => {
  const full = { mostFileBytes: 4_096 };

  // The workbook of a routine and the rows that it keeps are files like those of an export.
  test.each([
    ['extract', LINK, '--out', 'prices.csv'],
    ['extract', LINK, '--out', 'prices.xlsx'],
    ['extract', LINK, '--out', 'prices.parquet'],
    ['extract', REFINED, '--out', 'prices.csv'],
    ['compare', EMPTY, '--with', 'before.csv', '--out', 'changes.csv'],
    ['compare', EMPTY, '--with', 'before.csv', '--out', 'changes.xlsx'],
    ['routine', 'views.json', '--keep', 'kept', '--out', 'report.xlsx'],
    ['routine', 'views.json', '--keep', 'kept'],
  ])('to a full disk: %s %s %s %s', async (...args) => {
    const before = content();
    const ended = await processes.run(args, full);
    expect(endOf(ended)).toEqual({ code: 3, err: expect.stringMatching(ONE_SENTENCE) });
    expect(content()).toEqual(before);
  });

  test.each([...COMMANDS.map(({ args }) => args), ['help'], ['--version']])(
    'to a device that is full: %s %s %s %s',
    async (...args) => {
      const ended = await processes.run(args, { standardOutput: { file: '/dev/full' } });
      expect(endOf(ended)).toEqual({ code: 3, err: expect.stringMatching(ONE_SENTENCE) });
      expect(ended.err).toContain('standard output (ENOSPC)');
    },
  );

  test.each(COMMANDS.filter(({ args }) => args.includes('--out')).map(({ args }) => args))(
    'to a place that is none: %s %s %s %s',
    async (...args) => {
      const before = content();
      for (const place of ['nowhere/', '/proc/']) {
        const elsewhere = args.map((arg, at) => (args[at - 1] === '--out' ? `${place}${arg}` : arg));
        const ended = await processes.run(elsewhere);
        expect(endOf(ended)).toEqual({ code: 2, err: expect.stringMatching(ONE_SENTENCE) });
      }
      expect(content()).toEqual(before);
    },
  );
});

test.each([
  ['a service that is not there', { PRICES_SERVICE: 'http://127.0.0.1:9/papi' }, 3],
  ['a wrong password', { PRICES_PASSWORD: 'wrong' }, 4],
  ['no password', { PRICES_PASSWORD: undefined }, 4],
] as const)('%s ends every command with its code, and nothing is left', async (_, environment, code) => {
  const before = content();
  const ends = [];
  for (const { args } of COMMANDS) ends.push(endOf(await processes.run(args, { environment })));
  expect(ends).toEqual(COMMANDS.map(() => ({ code, err: expect.stringMatching(ONE_SENTENCE) })));
  expect(content()).toEqual(before);
});

test.each(['SIGINT', 'SIGHUP'] as const)('%s ends a run as SIGTERM does', async (signal) => {
  const command = { args: ['extract', LINK, '--out', 'prices.csv'], hasPages: true, hasEngine: false };
  const before = content();
  const { ended } = await happens(command, 'between pages', { signal });
  expect(endOf(ended)).toEqual({ code: signal, err: '' });
  expect(content()).toEqual(before);
});

test('a rejection that nobody catches ends a run as an error does', async () => {
  const command = { args: ['check', LINK], hasPages: true, hasEngine: true };
  const { ended } = await happens(command, 'once the engine is there', { plant: 'reject' });
  expect(endOf(ended)).toEqual({ code: 3, err: expect.stringMatching(ONE_SENTENCE) });
});
