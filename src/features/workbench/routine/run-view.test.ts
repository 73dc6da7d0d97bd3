import { beforeAll, describe, expect, it } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { createExportHarness } from '@/test/export-harness';
import type { SavedView } from '../model/saved-view';
import { ReadingError } from '@/analysis/reading/read-all-rows';
import type { RoutineResult } from './routine-result';
import type { RoutineStorage } from './routine-storage';
import {
  comparisonSearch,
  findingsSearch,
  runView,
  type RunViewPorts,
  type RunViewRequest,
} from './run-view';

const VIEW: SavedView = {
  id: 'view',
  priceColumn: 'PromotionPrice',
  name: 'Promotions',
  query: { v: '1' },
  arrangement: null,
  isDefault: false,
  runsOnOpen: false,
  savedAtMs: 0,
};

/** The result of the last routine, which compared `older` with `old`. */
const LAST: RoutineResult = {
  viewId: VIEW.id,
  priceColumn: VIEW.priceColumn,
  ranAtMs: 1,
  now: { copyId: 'old', takenAtMs: 1, rowCount: 3, search: { v: '1' } },
  before: { copyId: 'older', takenAtMs: 0, rowCount: 3, search: { v: '1' } },
  comparison: null,
  checks: null,
  notRun: [],
  isWithoutAdded: false,
};

/** A storage that contains the last routine, with some methods replaced. */
function storageWith(changes: Partial<RoutineStorage>) {
  const kept = new Set(['older', 'old']);
  const results: RoutineResult[] = [LAST];
  const storage: RoutineStorage = {
    lastResult: async (viewId) => results.find((each) => each.viewId === viewId) ?? null,
    putResult: async (result) => {
      results[0] = result;
    },
    keep: async ({ openSnapshot: { takenAtMs, snapshot }, search }) => {
      kept.add('new');
      return { id: 'new', takenAtMs, rowCount: snapshot.rowCount, search };
    },
    readRows: async () => {
      throw new ReadingError({ kind: 'memory', budgetBytes: 0 });
    },
    deleteRows: async (id) => void kept.delete(id),
    ...changes,
  };
  return { storage, kept: () => [...kept], results };
}

let priceColumn: PriceColumn | undefined;
let client: RunViewPorts['client'];
beforeAll(async () => {
  ({ client } = await createExportHarness({ rowCount: 100 }));
  const priceColumns = await client.send(priceColumnsEndpoint, undefined);
  priceColumn = priceColumns.find(({ name }) => name === VIEW.priceColumn);
});

function run(
  storage: RoutineStorage,
  signal = new AbortController().signal,
  request: Partial<RunViewRequest> = {},
) {
  const ports: RunViewPorts = {
    client,
    storage,
    isLocked: () => false,
    connect: () => {
      throw new Error('Nothing is read.');
    },
    savedChecks: () => undefined,
    nowMs: Date.now,
  };
  return runView(
    { view: VIEW, priceColumn, words: '', copyName: VIEW.name, ...request },
    ports,
    signal,
    () => undefined,
  );
}

describe('a view that fails keeps the rows and the result of the last time', () => {
  it('where its rows cannot be read', async () => {
    const { storage, kept, results } = storageWith({});
    expect(await run(storage)).toMatchObject({ ok: false, failure: { kind: 'reading' } });
    expect(kept()).toEqual(['older', 'old']);
    expect(results).toEqual([LAST]);
  });

  it('where its rows cannot be kept', async () => {
    const { storage, kept, results } = storageWith({ keep: async () => null });
    expect(await run(storage)).toEqual({ ok: false, failure: { kind: 'not-kept' } });
    expect(kept()).toEqual(['older', 'old']);
    expect(results).toEqual([LAST]);
  });

  it('where it is cancelled on the way', async () => {
    const controller = new AbortController();
    const { storage, kept, results } = storageWith({
      readRows: async () => {
        controller.abort(new DOMException('cancelled', 'AbortError'));
        throw controller.signal.reason;
      },
    });
    await expect(run(storage, controller.signal)).rejects.toThrow('cancelled');
    expect(kept()).toEqual(['older', 'old']);
    expect(results).toEqual([LAST]);
  });

  it('where its query no longer applies, without taking a snapshot', async () => {
    const { storage, kept } = storageWith({});
    const query = { v: '1', fields: 'Gone' };
    const ports = { client, storage, isLocked: () => false, savedChecks: () => undefined, nowMs: Date.now };
    const outcome = await runView(
      { view: { ...VIEW, query }, priceColumn, words: '', copyName: VIEW.name },
      { ...ports, connect: () => expect.unreachable() },
      new AbortController().signal,
      () => undefined,
    );
    expect(outcome).toEqual({ ok: false, failure: { kind: 'query', parts: ['Gone'] } });
    expect(kept()).toEqual(['older', 'old']);
  });
});

it('does a filter whose operator the service lacks on the rows that it keeps', async () => {
  const kept: unknown[] = [];
  const { storage } = storageWith({
    keep: async ({ search, openSnapshot: { snapshot } }) => {
      kept.push({ search, rowCount: snapshot.rowCount });
      return null;
    },
  });
  const abilities = { missingOperators: ['contains'], joinsLists: true } as const;
  const outcome = await run(storage, undefined, {
    view: { ...VIEW, query: { v: '1', filter: 'Currency~contains~no such code' } },
    priceColumn: priceColumn && { ...priceColumn, abilities },
  });
  expect(outcome).toMatchObject({ failure: { kind: 'not-kept' } });
  expect(kept).toEqual([
    { search: { v: '1', refine: '1;all;Currency~contains~no such code' }, rowCount: expect.any(Number) },
  ]);
  expect(kept).not.toMatchObject([{ rowCount: 0 }]);
});

describe('the links of a result', () => {
  const compared: RoutineResult = {
    ...LAST,
    comparison: {
      keys: ['ItemNumber'],
      price: null,
      added: 1,
      removed: 0,
      changed: 0,
      unchanged: 2,
      leftOut: 0,
      effects: [],
      filteredOut: 0,
      onlyThen: [],
      onlyNow: [],
    },
  };
  const display = { refine: '1;all;Currency~is~EUR', checks: '1;skip,gap', show: 'columns' };
  const view = { ...VIEW, display };
  const rows = { v: '1', cacheKey: 'copy:old' };

  it('show the rows that were compared and checked: refined, with the checks of the view', () => {
    const { refine, checks } = display;
    const both = { ...rows, refine, show: 'changes', with: 'copy~older' };
    expect(comparisonSearch(view, compared)).toEqual(both);
    expect(findingsSearch(view, compared, { check: 'gap' })).toEqual({
      ...rows,
      refine,
      checks,
      show: 'checks',
      finding: 'gap',
    });
  });

  it('show all rows where the refinement did not fit', () => {
    const unrefined = { ...compared, isUnrefined: true } as const;
    expect(comparisonSearch(view, unrefined)).toEqual({ ...rows, show: 'changes', with: 'copy~older' });
    expect(comparisonSearch(view, LAST)).toEqual({ ...rows, refine: display.refine });
  });
});
