/** @module-tag long */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { Fault, FaultRule } from '@mocks/service/faults';
import type { ReferenceService } from '@mocks/service/reference-service';
import { viewFileText } from '@/features/workbench/model/view-file';
import { linkTo } from '@/test/command-harness';
import { createCommandProcesses, type EndedProcess } from '@/test/command-process';

// These tests run every command as a process, with every failure, at every step of a run. Each run has the right exit code, says in one
// sentence why it failed, and leaves all files unchanged. `colonnade.test.ts` has the cases that short test runs include.

/** A service and a folder in which runs take place one after the other. */
interface Place {
  readonly service: ReferenceService;
  readonly processes: Awaited<ReturnType<typeof createCommandProcesses>>;
}

/** How many runs happen at the same time. Each of them spends half of its time waiting. */
const PLACE_COUNT = 4;

let places: readonly Place[];
beforeAll(async () => {
  places = await Promise.all(Array.from({ length: PLACE_COUNT }, () => createPlace()));
});
afterAll(async () => {
  for (const { service, processes } of places) {
    await processes.close();
    service.dispose();
  }
});

async function createPlace(): Promise<Place> {
  const service = createTestService({ settings: { rowCount: 5_000 } });
  const processes = await createCommandProcesses(service);
  const view = { id: 'a', priceColumn: 'SalesPrice', name: 'Sales', query: { v: '1' }, arrangement: null };
  writeFileSync(
    processes.file('views.json'),
    viewFileText([{ ...view, isDefault: false, runsOnOpen: false, savedAtMs: 0 }]),
  );
  const made = [
    ['extract', LINK, '--out', 'before.csv'],
    ['routine', 'views.json', '--keep', 'kept'],
    ['schema', '--quiet'],
  ].map((args) => processes.run(args, { isUnoptimised: true }));
  const [, , schema] = await Promise.all(made);
  writeFileSync(processes.file('schema.json'), schema?.out ?? '');
  for (const name of OUTPUTS) writeFileSync(processes.file(name), 'of last week');
  return { service, processes };
}

/** Runs all cases, several at the same time, and returns their results by name. */
async function tried<Case extends { readonly name: string }, Result>(
  cases: readonly Case[],
  run: (of: Case, place: Place) => Promise<Result>,
): Promise<Record<string, Result>> {
  const left = [...cases];
  const results: Record<string, Result> = {};
  const tryIn = async (place: Place) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      place.service.controls.clearFaults();
      place.processes.answer(null);
      results[next.name] = await run(next, place);
    }
  };
  await Promise.all(places.map((place) => tryIn(place)));
  return results;
}

function resultOfAll<Case extends { readonly name: string }, Result>(
  cases: readonly Case[],
  result: (of: Case) => Result,
): Record<string, Result> {
  return Object.fromEntries(cases.map((each) => [each.name, result(each)]));
}

const LINK = linkTo('SalesPrice', '?v=1');
/** The part of a view's address that adds columns from another price column. */
const ADDED = '1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,lenient';
const REFINED = linkTo('SalesPrice', `?v=1&refine=1;all;Currency~is~EUR&added=${ADDED}`);
/** A query without rows, so that all rows of the compared file are changes. */
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
  { args: ['check', REFINED], hasPages: true, hasEngine: true },
  { args: ['compare', LINK, '--with', 'before.csv'], hasPages: true, hasEngine: true },
  {
    args: ['compare', REFINED, '--with', 'before.csv', '--out', 'changes.xlsx'],
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

/** The failures that begin at some step of a run, in the service or in the process, and the exit code or signal that each causes. */
const FAILURES: Readonly<Record<string, { readonly code: number | string } & Happening>> = {
  'a refused session': { fault: { kind: 'status', status: 401 }, on: 'any', code: 4 },
  'a refused right': { fault: { kind: 'status', status: 403 }, code: 3 },
  'errors without an end': { fault: { kind: 'status', status: 500 }, code: 3 },
  'connections that are cut': { fault: { kind: 'cut' }, on: 'any', code: 3 },
  'rows that contradict each other': { fault: { kind: 'other-page-rows' }, code: 3 },
  'an error that nobody catches': { plant: 'throw', code: 3 },
  'a snapshot that is gone': { fault: { kind: 'status', status: 410 }, code: 3, isTriedOnce: true },
  'a service that says nothing more': {
    fault: { kind: 'delay', delayMs: 600_000 },
    code: 3,
    isTriedOnce: true,
  },
  SIGTERM: { signal: 'SIGTERM', code: 'SIGTERM' },
};
interface Happening {
  /** Whether each command is tried with the failure only at the last step of its run. */
  readonly isTriedOnce?: true;
  readonly fault?: Fault;
  readonly on?: FaultRule['on'];
  readonly plant?: 'throw' | 'reject';
  readonly signal?: NodeJS.Signals;
}

function momentsOf({ hasPages, hasEngine }: Command): readonly Moment[] {
  if (hasEngine) return MOMENTS.filter((moment) => moment !== 'between pages');
  return hasPages ? ['at first', 'between pages'] : ['at first'];
}

/** Whether only requests for pages can fail in this way: pages contradict each other, or their snapshot is gone. */
function isOfPages({ fault }: Happening): boolean {
  return fault?.kind === 'other-page-rows' || (fault?.kind === 'status' && fault.status === 410);
}

/** Returns how a run has ended, and which files it has changed. */
async function endOf(place: Place, run: () => Promise<EndedProcess>) {
  const before = content(place);
  const { code, signal, out, err } = await run();
  return {
    end: signal ?? code,
    says: /^colonnade: [^\n]+\n$/.test(err) ? 'one sentence' : err,
    out,
    changed: changesOf(before, content(place)),
  };
}

test.each(COMMANDS.map((command, at) => ({ command, at, name: command.args.join(' ') })))(
  '$name ends as each failure wants it, whenever that happens',
  async ({ command, at }) => {
    // Each command has each failure once. From one command to the next, a failure moves to the next step, so it occurs at all steps.
    const cases = Object.entries(FAILURES).flatMap(([failure, happening], failureAt) => {
      const moments = momentsOf(command).filter((moment) => moment !== 'at first' || !isOfPages(happening));
      const moment =
        happening.isTriedOnce === true ? moments.at(-1) : moments[(at + failureAt) % moments.length];
      return moment === undefined ? [] : [{ name: `${failure}, ${moment}`, moment, ...happening }];
    });
    const isRoutine = command.args[0] === 'routine';
    expect(
      await tried(cases, async ({ moment, ...happening }, place) => {
        const { out, ...end } = await endOf(place, () => happens(place, command, moment, happening));
        return { ...end, out: isRoutine ? '' : out };
      }),
    ).toEqual(
      resultOfAll(cases, ({ code }) => ({
        end: code,
        says: code === 'SIGTERM' ? '' : 'one sentence',
        out: '',
        changed: [],
      })),
    );
  },
);

/** Runs a command, and causes the failure at the given step of the run. */
async function happens(
  { service, processes }: Place,
  command: Command,
  moment: Moment,
  { fault, on, plant, signal }: Happening,
) {
  // Six seconds are enough for everything before the failure, and make the run give up soon after it.
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
  // Lets the engine start once the run has reported the failure, because the run would otherwise wait for the engine forever.
  if (moment === 'while the engine starts') void run.complains.then(run.allowEngine);
  const ended = await run.ended;
  expect(hasHappened).toBe(true);
  return ended;
}

/** Returns the paths of all files, each with the beginning of its content. */
function content({ processes }: Place): ReadonlyMap<string, string> {
  const names = readdirSync(processes.folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(processes.folder, file), readFileSync(file, 'base64').slice(0, 64)]),
  );
}

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
}

describe.skipIf(process.platform === 'win32')('a result that cannot be written', () => {
  test('to a full disk ends every command, and leaves its file of the last time', async () => {
    // A routine writes its workbook, and the rows that it keeps, in the same way as an export writes its files.
    const cases = [
      ['extract', LINK, '--out', 'prices.csv'],
      ['extract', LINK, '--out', 'prices.xlsx'],
      ['extract', LINK, '--out', 'prices.parquet'],
      ['extract', REFINED, '--out', 'prices.csv'],
      ['compare', EMPTY, '--with', 'before.csv', '--out', 'changes.csv'],
      ['compare', EMPTY, '--with', 'before.csv', '--out', 'changes.xlsx'],
      ['routine', 'views.json', '--keep', 'kept', '--out', 'report.xlsx'],
      ['routine', 'views.json', '--keep', 'kept'],
    ].map((args) => ({ name: args.join(' '), args }));
    const ends = await tried(cases, async ({ args }, place) => {
      const { end, says, changed } = await endOf(place, () =>
        place.processes.run(args, { mostFileBytes: 4_096, isUnoptimised: true }),
      );
      return { end, says, changed };
    });
    expect(ends).toEqual(resultOfAll(cases, () => ({ end: 3, says: 'one sentence', changed: [] })));
  });

  test('to a device that is full ends every command', async () => {
    const cases = [...COMMANDS.map(({ args }) => args), ['help'], ['--version']].map((args) => ({
      name: args.join(' '),
      args,
    }));
    const ends = await tried(cases, async ({ args }, { processes }) => {
      const { code, err } = await processes.run(args, {
        standardOutput: { file: '/dev/full' },
        isUnoptimised: true,
      });
      return { code, err: /^colonnade: [^\n]*standard output \(ENOSPC\)[^\n]*\n$/.test(err) || err };
    });
    expect(ends).toEqual(resultOfAll(cases, () => ({ code: 3, err: true })));
  });

  test('to a place that is none ends every command that writes a file', async () => {
    const cases = COMMANDS.filter(({ args }) => args.includes('--out')).flatMap(({ args }) =>
      ['nowhere/', '/proc/'].map((folder) => {
        const elsewhere = args.map((arg, at) => (args[at - 1] === '--out' ? `${folder}${arg}` : arg));
        return { name: elsewhere.join(' '), args: elsewhere };
      }),
    );
    const ends = await tried(cases, ({ args }, place) =>
      endOf(place, () => place.processes.run(args, { isUnoptimised: true })),
    );
    expect(ends).toMatchObject(resultOfAll(cases, () => ({ end: 2, says: 'one sentence', changed: [] })));
  });
});

test.each([
  ['a service that is not there', { PRICES_SERVICE: 'http://127.0.0.1:9/papi' }, 3],
  ['a wrong password', { PRICES_PASSWORD: 'wrong' }, 4],
  ['no password', { PRICES_PASSWORD: undefined }, 4],
] as const)('%s ends every command with its code, and nothing is left', async (_, environment, code) => {
  const cases = COMMANDS.map(({ args }) => ({ name: args.join(' '), args }));
  const ends = await tried(cases, ({ args }, place) =>
    endOf(place, () => place.processes.run(args, { environment, isUnoptimised: true })),
  );
  expect(ends).toMatchObject(resultOfAll(cases, () => ({ end: code, says: 'one sentence', changed: [] })));
});

test('SIGINT and SIGHUP end a run as SIGTERM does', async () => {
  const command = { args: ['extract', LINK, '--out', 'prices.csv'], hasPages: true, hasEngine: false };
  const cases = (['SIGINT', 'SIGHUP'] as const).map((signal) => ({ name: signal, signal }));
  const ends = await tried(cases, ({ signal }, place) =>
    endOf(place, () => happens(place, command, 'between pages', { signal })),
  );
  expect(ends).toEqual(resultOfAll(cases, ({ name }) => ({ end: name, says: '', out: '', changed: [] })));
});

test('a rejection that nobody catches ends a run as an error does', async () => {
  const command = { args: ['check', LINK], hasPages: true, hasEngine: true };
  const cases = [{ name: 'a rejection' }];
  const ends = await tried(cases, (_, place) =>
    endOf(place, () => happens(place, command, 'once the engine is there', { plant: 'reject' })),
  );
  expect(ends).toMatchObject({ 'a rejection': { end: 3, says: 'one sentence' } });
});
