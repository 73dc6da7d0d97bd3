import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import germanMessages from 'virtual:catalogues/de';
import { createFormats } from '@/lib/formats/formats';
import { createWords } from '@/ui/formats/words';
import { coverageText } from './coverage-text';
import {
  canResume,
  coverageOf,
  initialReading,
  isChecking,
  readingReducer,
  type ReadingAction,
  type ReadingState,
  timeLeftMs,
} from './reading-state';
import { runs } from '@/test/runs';

const ROWS = 1_000;
const TABLE = { sqlName: 'rows_1', columns: [] };
const UNREACHABLE = { kind: 'service', failure: { kind: 'unreachable' } } as const;
const EXPIRED = { kind: 'service', failure: { kind: 'expired-snapshot', messages: [] } } as const;
const MISMATCH = { kind: 'mismatch', mismatch: 'row-count', repeated: null } as const;
const BROKEN = { kind: 'engine', failure: { kind: 'query-failed', detail: 'x' } } as const;

function reduce(state: ReadingState, ...actions: readonly ReadingAction[]): ReadingState {
  return actions.reduce(readingReducer, state);
}

function page(rowCount: number, atMs = 0, rowsPerS: number | null = null): ReadingAction {
  return { type: 'pageAdded', added: { rowCount, misfits: {}, memoryBytes: 0 }, atMs, rowsPerS };
}

const START: ReadingAction = { type: 'start', kind: 'all', run: 1 };
const PLANNED: ReadingAction = { type: 'planned', rowCount: ROWS };
const CREATED: ReadingAction = { type: 'tableCreated', table: TABLE };
const STARTED = reduce(initialReading(ROWS), START, PLANNED, CREATED);
const PART = reduce(STARTED, page(400));
const REPEATED = { rowCount: 2, keys: ['17', '18'], pages: [] };
const SOUND: ReadingAction = { type: 'checked', found: { kind: 'sound', doubts: null }, atMs: 0 };
const CONTRADICTS: ReadingAction = {
  type: 'checked',
  found: { kind: 'repeated', repeated: REPEATED },
  atMs: 0,
};
/** All rows are in the engine, but their keys are not compared yet. */
const READ = reduce(PART, page(600));
const WHOLE = reduce(READ, SOUND);

test('the time left is known while rows come, and at no other time', () => {
  expect(timeLeftMs(PART)).toBeNull();
  const measured = reduce(PART, page(100, 0, 50));
  expect(timeLeftMs(measured)).toBe(10_000);
  expect(timeLeftMs(reduce(measured, { type: 'pause' }))).toBeNull();
  expect(timeLeftMs(reduce(measured, { type: 'retrying', failure: UNREACHABLE.failure }))).toBeNull();
  expect(timeLeftMs(reduce(measured, page(500, 0, 50)))).toBeNull();
});

test.each<[string, ReadingState, ReadingAction, Partial<ReadingState>]>([
  ['pauses', PART, { type: 'pause' }, { status: 'paused', readCount: 400 }],
  ['goes on after a pause', reduce(PART, { type: 'pause' }), { type: 'resume' }, { status: 'reading' }],
  ['is cancelled and keeps its rows', PART, { type: 'cancel' }, { status: 'cancelled', readCount: 400 }],
  [
    'goes on after it was cancelled',
    reduce(PART, { type: 'cancel' }),
    { type: 'resume' },
    { status: 'reading' },
  ],
  [
    'keeps its rows after a failure',
    PART,
    { type: 'fail', failure: UNREACHABLE },
    { status: 'failed', readCount: 400 },
  ],
  [
    'goes on after a failure of the service',
    reduce(PART, { type: 'fail', failure: UNREACHABLE }),
    { type: 'resume' },
    { status: 'reading', failure: null },
  ],
  [
    'does not go on in an expired snapshot',
    reduce(PART, { type: 'fail', failure: EXPIRED }),
    { type: 'resume' },
    { status: 'failed', failure: EXPIRED },
  ],
  [
    'does not go on in a snapshot that contradicts itself',
    reduce(PART, { type: 'fail', failure: MISMATCH }),
    { type: 'resume' },
    { status: 'failed', failure: MISMATCH },
  ],
  [
    'loses its rows with the engine',
    PART,
    { type: 'fail', failure: BROKEN },
    { status: 'failed', readCount: 0, table: null, shown: null, kind: 'all' },
  ],
  ['is not done with the last page', PART, page(600), { status: 'reading', readCount: ROWS }],
  ['is done when its rows were held against each other', READ, SOUND, { status: 'done', doubts: null }],
  [
    'is done also while it is paused',
    reduce(PART, { type: 'pause' }, page(600)),
    SOUND,
    { status: 'done', readCount: ROWS },
  ],
  [
    'is done also where the last page came after it was cancelled',
    reduce(PART, { type: 'cancel' }, page(600)),
    SOUND,
    { status: 'done', readCount: ROWS },
  ],
  [
    'has failed with all of its rows where some repeat others',
    READ,
    CONTRADICTS,
    {
      status: 'failed',
      readCount: ROWS,
      table: TABLE,
      failure: { kind: 'mismatch', mismatch: 'double-key', repeated: REPEATED },
    },
  ],
  ['is not held against each other before all rows are there', PART, SOUND, { status: 'reading' }],
  [
    'counts a page that was under way when it was cancelled',
    reduce(PART, { type: 'cancel' }),
    page(100),
    { status: 'cancelled', readCount: 500 },
  ],
  ['lets its rows go', PART, { type: 'release' }, { status: 'idle', readCount: 0, table: null, shown: null }],
  ['asks again what to read', PART, { type: 'choose' }, { status: 'choosing', readCount: 0, table: null }],
  ['is not ended by what came too late', WHOLE, { type: 'fail', failure: UNREACHABLE }, { status: 'done' }],
  [
    'is ended by an engine that is gone later',
    WHOLE,
    { type: 'fail', failure: BROKEN },
    { status: 'failed' },
  ],
])('a reading %s', (_name, before, action, expected) => {
  expect(readingReducer(before, action)).toMatchObject(expected);
});

test('the views see new rows every two seconds, and at every stop', () => {
  const first = reduce(STARTED, page(10, 100));
  const revision = first.shown?.revision ?? 0;
  expect(reduce(first, page(10, 2_000)).shown?.revision).toBe(revision);
  expect(reduce(first, page(10, 2_100)).shown).toMatchObject({ revision: revision + 1, readCount: 20 });
  const paused = reduce(first, page(10, 200), { type: 'pause' });
  expect(paused.shown).toMatchObject({
    revision: revision + 1,
    coverage: { readCount: 20, status: 'paused' },
  });
  expect(reduce(first, { type: 'pause' }).shown).toMatchObject({ revision });
  // What is shown changes only after the keys of all rows were compared.
  const all = reduce(first, page(990, 200));
  expect(all.shown).toBe(first.shown);
  expect(reduce(all, SOUND).shown).toMatchObject({ revision: revision + 1, coverage: { kind: 'all' } });
  expect(reduce(all, CONTRADICTS).shown).toMatchObject({
    readCount: ROWS,
    coverage: { kind: 'inconsistent', repeated: REPEATED },
  });
});

test('no two readings have a revision in common', () => {
  const again = reduce(PART, { type: 'start', kind: 'all', run: 2 }, PLANNED, CREATED, page(400));
  expect(again.shown?.revision).not.toBe(PART.shown?.revision);
  expect(again.shown?.revision).toBeGreaterThan((PART.shown?.revision ?? 0) + 100_000);
});

const anyAction: fc.Arbitrary<ReadingAction> = fc.oneof(
  fc.constant<ReadingAction>({ type: 'pause' }),
  fc.constant<ReadingAction>({ type: 'resume' }),
  fc.constant<ReadingAction>({ type: 'cancel' }),
  fc
    .constantFrom(UNREACHABLE, EXPIRED, MISMATCH, BROKEN)
    .map((failure): ReadingAction => ({ type: 'fail', failure })),
  fc
    .constantFrom<'all' | 'sample'>('all', 'sample')
    .map((kind): ReadingAction => ({ type: 'start', kind, run: 2 })),
  fc.constant<ReadingAction>({ type: 'release' }),
  fc.constantFrom<ReadingAction>(SOUND, CONTRADICTS),
  fc.integer({ min: 1, max: 300 }).map((rowCount) => page(rowCount)),
);

const languages = [
  { locale: 'en', messages: englishMessages, wholly: /^(All|The one row)/, sample: /^A sample/ },
  { locale: 'de', messages: germanMessages, wholly: /^(Alle|Die eine Zeile)/, sample: /^Eine Stichprobe/ },
] as const;

test('coverage says all only where every row is in and none repeats another, and a sample only where it is complete', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<'all' | 'sample'>('all', 'sample'),
      fc.integer({ min: 1, max: ROWS }),
      fc.array(anyAction, { maxLength: 30 }),
      (kind, plannedRows, actions) => {
        let state = reduce(
          initialReading(ROWS),
          { ...START, kind },
          { type: 'planned', rowCount: plannedRows },
          CREATED,
        );
        for (const action of actions) {
          // The engine never adds more rows than the snapshot has.
          if (action.type === 'pageAdded' && state.readCount + action.added.rowCount > ROWS) continue;
          state = readingReducer(state, action);
          const coverage = coverageOf(state);
          const isWhole = state.readCount === ROWS && state.status === 'done';
          expect(coverage.kind === 'all').toBe(isWhole);
          if (coverage.kind === 'sample') expect(state.readCount).toBe(state.plannedRows);
          // Statistics never include more rows than the coverage counts. Once no page is being requested, they include all of these rows.
          const readCount = coverage.kind === 'all' ? coverage.rowCount : coverage.readCount;
          const figuresRows = state.shown?.readCount ?? 0;
          expect(figuresRows).toBeLessThanOrEqual(readCount);
          if (state.status !== 'reading' && state.shown !== null && !isChecking(state)) {
            expect(figuresRows).toBe(readCount);
            expect(state.shown.coverage).toEqual(coverage);
          }
          for (const { locale, messages, wholly, sample } of languages) {
            const words = createWords(messages, locale, createFormats(locale, locale));
            const text = coverageText(words, coverage);
            expect(wholly.test(text)).toBe(isWhole);
            expect(sample.test(text)).toBe(coverage.kind === 'sample');
            expect(text).toContain(words.formats.formatInteger(state.readCount));
          }
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test('the words of coverage', () => {
  const words = createWords(englishMessages, 'en', createFormats('en-GB', 'en'));
  const text = (coverage: Parameters<typeof coverageText>[1]) => coverageText(words, coverage);
  const rowCount = 1_000_000;
  expect(text({ kind: 'all', rowCount })).toBe('All 1,000,000 rows of the snapshot');
  expect(text({ kind: 'part', readCount: 240_000, rowCount, status: 'reading' })).toBe(
    '240,000 of 1,000,000 rows read so far',
  );
  expect(text({ kind: 'part', readCount: rowCount, rowCount, status: 'checking' })).toBe(
    '1,000,000 of 1,000,000 rows read, comparing their keys',
  );
  expect(text({ kind: 'inconsistent', readCount: rowCount, rowCount, repeated: REPEATED })).toBe(
    '1,000,000 of 1,000,000 rows read, and the snapshot’s data is inconsistent: 2 rows repeat others, so as many may be missing. Repeated keys: 17, 18.',
  );
  expect(
    text({
      kind: 'inconsistent',
      readCount: rowCount,
      rowCount,
      repeated: { rowCount: 20_000, keys: [], pages: [{ first: 10_001, last: 30_000 }] },
    }),
  ).toContain('20,000 rows repeat others, so as many may be missing. Repeated rows: 10,001–30,000.');
  expect(
    text({ kind: 'inconsistent', readCount: rowCount, rowCount, repeated: { ...REPEATED, rowCount: 9 } }),
  ).toContain('Repeated keys: 17, 18, ….');
  const none = { doubled: null, unchecked: [], samePages: [] };
  const doubled = { keyCount: 12, keys: ['17', '18'], alikeCount: 0 };
  expect(text({ kind: 'all', rowCount, doubts: { ...none, doubled } })).toBe(
    '1,000,000 rows of the snapshot read · 12 keys occur in several rows: 17, 18, …',
  );
  expect(
    text({ kind: 'all', rowCount, doubts: { ...none, doubled: { ...doubled, keyCount: 2, alikeCount: 1 } } }),
  ).toMatch(
    /read · 2 keys occur in several rows: 17, 18 · for 1 key the rows are the same in all chosen fields/,
  );
  expect(text({ kind: 'all', rowCount, doubts: { ...none, samePages: [{ first: 21, last: 40 }] } })).toMatch(
    /^1,000,000 rows of the snapshot read · rows 21–40 are the same as earlier ones/,
  );
  const moved = { ...none, mayHaveMoved: true as const };
  const [unstable, unstableDoubled, unstablePages] = [
    moved,
    { ...moved, doubled: { ...doubled, keyCount: 2, alikeCount: 1 } },
    { ...moved, samePages: [{ first: 21, last: 40 }] },
  ].map((doubts) => text({ kind: 'all', rowCount, doubts }));
  expect(unstable).toBe('1,000,000 rows read · No stable snapshot: rows may move between pages');
  expect(unstableDoubled).toBe(
    `${unstable} · 2 keys came more than once, because the source has several rows with them, or because rows moved between pages: 17, 18 · for 1 key the rows are the same in all chosen fields`,
  );
  expect(unstablePages).toBe(
    `${unstable} · rows 21–40 are the same as earlier ones: the source may have them twice, or rows moved between pages and others are missing`,
  );
  expect(
    text({
      kind: 'inconsistent',
      readCount: rowCount,
      rowCount,
      repeated: { ...REPEATED, mayHaveMoved: true },
    }),
  ).toBe(
    '1,000,000 of 1,000,000 rows read. 2 rows came twice: the source may have them twice, or rows moved between pages and as many are missing. Repeated keys: 17, 18.',
  );
  expect(text({ kind: 'all', rowCount, doubts: { ...none, unchecked: ['EntryNo'] } })).toBe(
    'All 1,000,000 rows of the snapshot · keys not checked: EntryNo is not among the fields',
  );
  expect(text({ kind: 'sample', readCount: 200_000, rowCount: 1_000_000_000 })).toBe(
    'A sample: 200,000 of 1,000,000,000 rows, evenly spread',
  );
});

test('only what can bring more rows is offered', () => {
  expect(canResume(PART)).toBe(false);
  expect(canResume(reduce(PART, { type: 'fail', failure: UNREACHABLE }))).toBe(true);
  expect(canResume(reduce(PART, { type: 'fail', failure: MISMATCH }))).toBe(false);
});
