import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_HISTORY } from './model/draft-history';
import { nextRuleId, WHOLE_COLUMN, type DraftQuery } from './model/draft-query';
import { queryToSearch } from './model/query-address';
import { editedQuery, type QueryEdit } from './model/query-edit';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { isSameAddress, type WorkbenchSearch } from './model/workbench-search';
import { anchorAtRow } from './snapshot/viewport-anchor';
import {
  appliedQuery,
  initialWorkbenchState,
  encodedQuery,
  workbenchReducer,
  type WorkbenchAction,
  type WorkbenchScope,
  type WorkbenchState,
} from './workbench-state';

const SCOPE: WorkbenchScope = { priceColumn: TEST_PRICE_COLUMN, isLocked: isLockedInTest };
const TODAY = '2026-03-01';
const NO_ADDRESS: WorkbenchSearch = {};
const ALL_COLUMNS = TEST_PRICE_COLUMN.fields
  .filter((field) => !isLockedInTest(field))
  .map(({ name }) => name);

function reduce(state: WorkbenchState, ...actions: readonly WorkbenchAction[]): WorkbenchState {
  return actions.reduce((current, action) => workbenchReducer(current, action, SCOPE), state);
}

function stateAt(
  address: WorkbenchSearch,
  draft = appliedQuery(address, SCOPE) ?? WHOLE_COLUMN,
): WorkbenchState {
  return initialWorkbenchState(address, { draft, history: NO_HISTORY });
}

function edit(queryEdit: QueryEdit): WorkbenchAction {
  return { type: 'edit', edit: queryEdit, atMs: 0 };
}

function sort(columnId: string): WorkbenchAction {
  return edit({ type: 'sort', columnId, direction: 'descending' });
}

const RUN: WorkbenchAction = { type: 'run', today: TODAY };
const FAILURE = { kind: 'service', failure: { kind: 'unreachable' } } as const;

function succeeded(id: number, cacheKey = `key-${id}`): WorkbenchAction {
  return { type: 'runSucceeded', id, cacheKey };
}

/** Makes the draft invalid: its condition has no value. */
const UNRUNNABLE = edit({ type: 'add-column-filter', columnId: 'Name' });

const VALUE_DESCENDING: WorkbenchSearch = { v: '1', sort: '-Value' };
const NAME_DESCENDING: WorkbenchSearch = { v: '1', sort: '-Name' };

describe('a run', () => {
  test('applies its query when it succeeds and adds a history entry', () => {
    const ran = reduce(stateAt(NO_ADDRESS), sort('Value'), RUN, succeeded(1));
    expect(ran.address).toEqual({ ...VALUE_DESCENDING, view: undefined, cacheKey: 'key-1' });
    expect(ran.navigation).toEqual({ count: 1, isReplaced: false });
    expect(ran.run.status).toBe('idle');
  });

  test('keeps edits that were made while it was running', () => {
    const ran = reduce(stateAt(NO_ADDRESS), sort('Value'), RUN, sort('Name'), succeeded(1));
    expect(ran.address.sort).toBe('-Value');
    expect(queryToSearch(ran.draft).sort).toBe('-Name');
  });

  test('keeps the saved view and drops the row of the address', () => {
    const ran = reduce(stateAt({ ...VALUE_DESCENDING, view: 'mine', row: '7' }), RUN, succeeded(1));
    expect(ran.address).toMatchObject({ view: 'mine', cacheKey: 'key-1' });
    expect(ran.address.row).toBeUndefined();
  });

  test('that was superseded or cancelled changes nothing', () => {
    const superseded = reduce(stateAt(NO_ADDRESS), RUN, sort('Value'), RUN);
    expect(reduce(superseded, succeeded(1))).toBe(superseded);
    expect(reduce(superseded, { type: 'runFailed', id: 1, failure: FAILURE })).toBe(superseded);
    const cancelled = reduce(superseded, { type: 'cancelRun' });
    expect(reduce(cancelled, succeeded(2))).toBe(cancelled);
  });

  test('of an invalid draft is blocked, and a pending run continues', () => {
    const blocked = reduce(stateAt(NO_ADDRESS), RUN, UNRUNNABLE, RUN);
    expect(blocked.blockedRun?.problems).toMatchObject([{ problem: { kind: 'value-missing' } }]);
    expect(blocked.run).toMatchObject({ status: 'running', id: 1 });
    expect(reduce(blocked, { type: 'reset' }).blockedRun).toBeNull();
  });

  test('keeps its request when it fails, and repeats it on retry', () => {
    const failed = reduce(stateAt(NO_ADDRESS), sort('Value'), RUN, {
      type: 'runFailed',
      id: 1,
      failure: FAILURE,
    });
    expect(failed.run).toMatchObject({ status: 'failed', failure: FAILURE });
    const again = reduce(failed, sort('Name'), { type: 'retryRun', anchor: anchorAtRow(9) });
    expect(again.run).toMatchObject({ status: 'running', id: 2, request: { anchor: null } });
    expect(reduce(again, succeeded(2)).address.sort).toBe('-Value');
    expect(reduce(failed, { type: 'dismissFailure' }).run.status).toBe('idle');
  });

  test('that is retried after a refresh opens at the current scroll position', () => {
    const refreshed = reduce(stateAt(VALUE_DESCENDING), {
      type: 'refresh',
      today: TODAY,
      anchor: anchorAtRow(3),
    });
    const failed = reduce(refreshed, { type: 'runFailed', id: 1, failure: FAILURE });
    const again = reduce(failed, { type: 'retryRun', anchor: anchorAtRow(9) });
    expect(again.run).toMatchObject({ request: { anchor: { firstRow: 9 } } });
    expect(reduce(failed, { type: 'retryRun', anchor: null }).run).toMatchObject({
      request: { anchor: { firstRow: 3 } },
    });
  });
});

describe('refreshing', () => {
  const refresh: WorkbenchAction = { type: 'refresh', today: TODAY, anchor: null };

  test('runs the applied query, not the draft', () => {
    const ran = reduce(stateAt(VALUE_DESCENDING), sort('Name'), refresh, succeeded(1));
    expect(ran.address.sort).toBe('-Value');
    expect(queryToSearch(ran.draft).sort).toBe('-Name');
  });

  test('reports the missing value when the address has none', () => {
    const blocked = reduce(stateAt({ v: '1', filter: 'Name~is~!none' }), refresh);
    expect(blocked.blockedRun).not.toBeNull();
    expect(blocked.run.status).toBe('idle');
  });
});

describe('a change of the source', () => {
  const show: WorkbenchAction = {
    type: 'showSourceChange',
    cacheKey: 'fresh',
    today: TODAY,
    anchor: anchorAtRow(0),
  };

  test("opens the service's snapshot when the whole price column is shown", () => {
    const shown = reduce(stateAt({ v: '1', cacheKey: 'old', row: '4' }), show);
    expect(shown.run).toMatchObject({ request: { kind: 'snapshot', cacheKey: 'fresh' } });
    expect(reduce(shown, succeeded(1, 'fresh')).address).toEqual({
      v: '1',
      cacheKey: 'fresh',
      row: undefined,
    });
  });

  test('runs any other query again', () => {
    expect(reduce(stateAt(VALUE_DESCENDING), show).run).toMatchObject({ request: { kind: 'query' } });
  });
});

describe('a changed address', () => {
  test('replaces the draft, and undo restores it', () => {
    const before = reduce(stateAt(VALUE_DESCENDING), sort('Name'));
    const after = reduce(before, {
      type: 'addressChanged',
      address: { ...VALUE_DESCENDING, fields: 'Name' },
    });
    expect(after.draft.fields).toEqual(['Name']);
    expect(reduce(after, { type: 'undo' }).draft).toEqual(before.draft);
  });

  test('with the same query keeps the draft', () => {
    const before = reduce(stateAt(VALUE_DESCENDING), sort('Name'));
    const after = reduce(before, { type: 'addressChanged', address: { ...VALUE_DESCENDING, cacheKey: 'k' } });
    expect(after.draft).toBe(before.draft);
    expect(reduce(after, { type: 'addressChanged', address: after.address })).toBe(after);
  });

  test('cancels the run that would navigate away from it', () => {
    const running = reduce(stateAt(NO_ADDRESS), RUN);
    const left = reduce(running, { type: 'addressChanged', address: NAME_DESCENDING });
    expect(left.run.status).toBe('idle');
    expect(reduce(left, succeeded(1))).toBe(left);
    // Another row of the same snapshot keeps the run.
    expect(reduce(running, { type: 'addressChanged', address: { row: '5' } }).run.status).toBe('running');
  });

  test('is run once on arrival, unless a part of it is unusable', () => {
    const run = reduce(stateAt(VALUE_DESCENDING, WHOLE_COLUMN), { type: 'runAddress', today: TODAY });
    expect(run.navigation).toEqual({ count: 1, isReplaced: true });
    expect(run.run.status).toBe('running');
    expect(queryToSearch(run.draft).sort).toBe('-Value');
    expect(reduce(run, succeeded(1)).navigation).toEqual({ count: 2, isReplaced: true });
    const broken = reduce(stateAt({ v: '1', sort: '-Gone' }), { type: 'runAddress', today: TODAY });
    expect(broken.run.status).toBe('idle');
  });
});

describe('reordered columns', () => {
  test('change the order in the address and in the draft, which keeps its other edits', () => {
    const before = reduce(stateAt({ v: '1', fields: 'Number,Name,Value', cacheKey: 'k' }), sort('Name'));
    const order = ['Value', 'Number', 'Name'];
    const after = reduce(before, { type: 'columnsReordered', order, allColumns: ALL_COLUMNS });
    expect(after.address).toMatchObject({ fields: 'Value,Number,Name', cacheKey: 'k' });
    expect(after.address.sort).toBeUndefined();
    expect(after.draft.fields).toEqual(order);
    expect(queryToSearch(after.draft).sort).toBe('-Name');
    expect(after.navigation.isReplaced).toBe(true);
  });

  test('in the order of the service need no list of fields', () => {
    const before = stateAt({ v: '1', fields: [...ALL_COLUMNS].reverse().join(','), cacheKey: 'k' });
    const after = reduce(before, { type: 'columnsReordered', order: ALL_COLUMNS, allColumns: ALL_COLUMNS });
    expect(after.address.fields).toBeUndefined();
  });
});

describe('a saved view', () => {
  const open = (changes: Partial<Extract<WorkbenchAction, { type: 'openView' }>> = {}): WorkbenchAction => ({
    type: 'openView',
    viewId: 'mine',
    query: NAME_DESCENDING,
    runsOnOpen: false,
    isReplaced: false,
    today: TODAY,
    ...changes,
  });

  test('replaces address and draft, and cancels the pending run', () => {
    const opened = reduce(stateAt(NO_ADDRESS), sort('Value'), RUN, open());
    expect(opened.address).toEqual({ ...NAME_DESCENDING, view: 'mine' });
    expect(queryToSearch(opened.draft).sort).toBe('-Name');
    expect(opened.run.status).toBe('idle');
    expect(queryToSearch(reduce(opened, { type: 'undo' }).draft).sort).toBe('-Value');
  });

  test('runs on opening when it asks for that and no part of it is missing', () => {
    const ran = reduce(stateAt(NO_ADDRESS), open({ runsOnOpen: true }), succeeded(1));
    expect(ran.address).toMatchObject({ ...NAME_DESCENDING, view: 'mine', cacheKey: 'key-1' });
    expect(ran.navigation).toEqual({ count: 2, isReplaced: true });
    const query = { v: '1', sort: '-Gone' };
    expect(reduce(stateAt(NO_ADDRESS), open({ runsOnOpen: true, query })).run.status).toBe('idle');
  });

  test('that was just saved is added to the address', () => {
    const adopted = reduce(stateAt(VALUE_DESCENDING), { type: 'adoptView', viewId: 'mine' });
    expect(adopted.address).toEqual({ ...VALUE_DESCENDING, view: 'mine' });
    expect(adopted.navigation).toEqual({ count: 1, isReplaced: true });
  });

  test('is replaced by the whole price column when starting over', () => {
    const over = reduce(stateAt({ ...VALUE_DESCENDING, view: 'mine' }), { type: 'startOver' });
    expect(over.address).toEqual({ v: '1' });
    expect(over.draft).toEqual(WHOLE_COLUMN);
  });
});

/** An event, described without ids of the state it occurs in. */
type WorkbenchEvent =
  | { readonly kind: 'action'; readonly action: WorkbenchAction }
  | { readonly kind: 'edit'; readonly make: (draft: DraftQuery) => QueryEdit }
  /** To the last run, or to an earlier one. */
  | { readonly kind: 'response'; readonly age: number; readonly isFailure: boolean }
  | { readonly kind: 'back' | 'forward' }
  | { readonly kind: 'link'; readonly address: WorkbenchSearch };

const someColumn = fc.constantFrom('Number', 'Name', 'Value', 'ValidFrom', 'NeedsPrice', 'Notes');
const someAddress: fc.Arbitrary<WorkbenchSearch> = fc.record(
  {
    v: fc.constant('1'),
    fields: fc.shuffledSubarray(ALL_COLUMNS, { minLength: 1 }).map((names) => names.join(',')),
    filter: fc.constantFrom('Name~is~Bolt', 'Value~greater-than~1', 'Name~is~!none', 'Gone~is~x'),
    sort: fc.constantFrom('Value', '-Value', '-Name', 'Gone'),
    cacheKey: fc.constantFrom('a', 'b'),
    row: fc.constantFrom('1', '2'),
    view: fc.constantFrom('mine', 'yours'),
  },
  { requiredKeys: [] },
);

const someEdit = fc.oneof(
  someColumn.map((columnId) => (): QueryEdit => ({ type: 'sort-by-header', columnId, isAdditive: false })),
  someColumn.map((columnId) => (): QueryEdit => ({ type: 'sort', columnId, direction: 'descending' })),
  someColumn.map((columnId) => (): QueryEdit => ({ type: 'add-column-filter', columnId })),
  someColumn.map((columnId) => (): QueryEdit => ({ type: 'clear-column-filters', columnId })),
  fc.tuple(someColumn, fc.constantFrom('x', '1', null, true)).map(([columnId, value]) => (): QueryEdit => ({
    type: 'filter-by-cell',
    columnId,
    value,
    comparison: 'this',
  })),
  fc.constant((draft: DraftQuery): QueryEdit => ({
    type: 'insert-filter',
    index: 0,
    filter: { kind: 'unset', id: nextRuleId('filter', draft.filters), isDisabled: false },
  })),
  fc.nat(3).map((index) => (draft: DraftQuery): QueryEdit => ({
    type: 'remove-filter',
    id: draft.filters[index]?.id ?? 'gone',
  })),
  fc.shuffledSubarray(ALL_COLUMNS).map((fields) => (): QueryEdit => ({ type: 'set-fields', fields })),
);

const someAction: fc.Arbitrary<WorkbenchAction> = fc.oneof(
  fc.constantFrom<WorkbenchAction>(
    RUN,
    { type: 'undo' },
    { type: 'redo' },
    { type: 'reset' },
    { type: 'cancelRun' },
    { type: 'dismissFailure' },
    { type: 'startOver' },
    { type: 'runAddress', today: TODAY },
    { type: 'retryRun', anchor: null },
    { type: 'refresh', today: TODAY, anchor: anchorAtRow(2) },
    { type: 'showSourceChange', cacheKey: 'fresh', today: TODAY, anchor: anchorAtRow(2) },
    { type: 'adoptView', viewId: 'yours' },
  ),
  fc
    .shuffledSubarray(ALL_COLUMNS, { minLength: 2 })
    .map((order) => ({ type: 'columnsReordered' as const, order, allColumns: ALL_COLUMNS })),
  fc.record({
    type: fc.constant('openView' as const),
    viewId: fc.constantFrom('mine', 'yours'),
    query: someAddress.map(({ fields, filter, sort: by }) => ({ v: '1', fields, filter, sort: by })),
    runsOnOpen: fc.boolean(),
    isReplaced: fc.boolean(),
    today: fc.constant(TODAY),
  }),
);

const events: fc.Arbitrary<readonly WorkbenchEvent[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: someEdit.map((make) => ({ kind: 'edit' as const, make })) },
    { weight: 4, arbitrary: someAction.map((action) => ({ kind: 'action' as const, action })) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('response' as const),
        age: fc.nat(2),
        isFailure: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<WorkbenchEvent>({ kind: 'back' }, { kind: 'forward' }),
    },
    { weight: 1, arbitrary: someAddress.map((address) => ({ kind: 'link' as const, address })) },
  ),
  { maxLength: 30 },
);

/** A model of the browser's history, which follows the navigations of the state and can go back and forward. */
function createBrowser(start: WorkbenchSearch) {
  const entries = [start];
  let at = 0;
  return {
    address: () => entries[at] ?? NO_ADDRESS,
    navigate: (address: WorkbenchSearch, isReplaced: boolean) => {
      if (!isReplaced) at += 1;
      entries.splice(at, entries.length, address);
    },
    step: (by: -1 | 1) => {
      at = Math.min(Math.max(0, at + by), entries.length - 1);
    },
  };
}

describe('any sequence of events', () => {
  function walk(
    start: WorkbenchSearch,
    all: readonly WorkbenchEvent[],
    check: (before: WorkbenchState, action: WorkbenchAction, after: WorkbenchState) => void,
  ): void {
    const browser = createBrowser(start);
    let state = stateAt(start);
    for (const event of all) {
      if (event.kind === 'back') browser.step(-1);
      if (event.kind === 'forward') browser.step(1);
      if (event.kind === 'link') browser.navigate(event.address, false);
      const action = actionOf(event, state, browser.address());
      const after = workbenchReducer(state, action, SCOPE);
      if (after.navigation !== state.navigation) browser.navigate(after.address, after.navigation.isReplaced);
      expect(isSameAddress(after.address, browser.address())).toBe(true);
      check(state, action, after);
      state = after;
    }
  }

  function actionOf(event: WorkbenchEvent, state: WorkbenchState, address: WorkbenchSearch): WorkbenchAction {
    switch (event.kind) {
      case 'action':
        return event.action;
      case 'edit':
        return edit(event.make(state.draft));
      case 'response': {
        const id = Math.max(0, state.runCount - event.age);
        return event.isFailure ? { type: 'runFailed', id, failure: FAILURE } : succeeded(id);
      }
      case 'back':
      case 'forward':
      case 'link':
        return { type: 'addressChanged', address };
    }
  }

  const property = (check: Parameters<typeof walk>[2]) => {
    fc.assert(fc.property(someAddress, events, (start, all) => walk(start, all, check)));
  };

  test('loses no draft: undo restores the draft that was replaced', () => {
    property((before, action, after) => {
      if (after.draft === before.draft || action.type === 'undo' || action.type === 'redo') return;
      expect(reduce(after, { type: 'undo' }).draft).toBe(before.draft);
    });
  });

  test('lets redo restore what undo removed', () => {
    property((before, action, after) => {
      if (action.type === 'undo' && after !== before) {
        expect(reduce(after, { type: 'redo' }).draft).toBe(before.draft);
      }
    });
  });

  test('lets only the latest run change the address, and only while it is not cancelled', () => {
    property((before, action, after) => {
      if (action.type !== 'runSucceeded' && action.type !== 'runFailed') return;
      const isAwaited = before.run.status === 'running' && before.run.id === action.id;
      if (!isAwaited) expect(after).toBe(before);
      expect(after.draft).toBe(before.draft);
    });
  });

  test('shows the query that the run requested', () => {
    property((before, action, after) => {
      if (action.type !== 'runSucceeded' || after === before || before.run.status !== 'running') return;
      const { request } = before.run;
      expect(after.address.cacheKey).toBe(action.cacheKey);
      if (request.kind === 'query') {
        expect(encodedQuery(appliedQuery(after.address, SCOPE))).toBe(encodedQuery(request.draft));
      } else
        expect(encodedQuery(appliedQuery(after.address, SCOPE))).toBe(
          encodedQuery(appliedQuery(before.address, SCOPE)),
        );
    });
  });

  test('never shows the rows of one query at the address of another', () => {
    property((before, action, after) => {
      const isOtherQuery =
        encodedQuery(appliedQuery(after.address, SCOPE)) !==
        encodedQuery(appliedQuery(before.address, SCOPE));
      // Reordered columns show the same rows.
      if (!isOtherQuery || action.type === 'columnsReordered' || action.type === 'addressChanged') return;
      if (action.type === 'runSucceeded') return;
      expect(after.address.cacheKey).toBeUndefined();
    });
  });

  test('makes the draft equal to the applied query after a reset', () => {
    property((_, action, after) => {
      if (action.type === 'reset') {
        const applied = appliedQuery(after.address, SCOPE);
        expect(encodedQuery(after.draft)).toBe(encodedQuery(applied ?? WHOLE_COLUMN));
      }
    });
  });

  test('cancels the run when its address is left', () => {
    property((before, action, after) => {
      if (action.type !== 'addressChanged') return;
      const isOtherSnapshot = after.address.cacheKey !== before.address.cacheKey;
      expect(isOtherSnapshot && after.run.status === 'running').toBe(false);
    });
  });
});

test('an edit that changes nothing adds no undo step', () => {
  const state = stateAt(VALUE_DESCENDING);
  expect(reduce(state, edit({ type: 'remove-filter', id: 'gone' }))).toBe(state);
  expect(
    editedQuery(WHOLE_COLUMN, { type: 'sort', columnId: 'Name', direction: null }, TEST_PRICE_COLUMN),
  ).toEqual(WHOLE_COLUMN);
});

test('a filter of a column is added without a value and shown, and runs nothing', () => {
  const filtered = reduce(stateAt(NO_ADDRESS), { type: 'filterColumn', columnId: 'Name', atMs: 0 });
  const [added] = filtered.draft.filters;
  expect(added).toMatchObject({ kind: 'text', field: 'Name' });
  expect(filtered.shownPart).toEqual({ part: 'filter', id: added?.id, editor: 'value' });
  expect([filtered.run.status, filtered.blockedRun]).toEqual(['idle', null]);
  expect(reduce(filtered, { type: 'undo' }).draft).toEqual(WHOLE_COLUMN);
  const unknown = reduce(filtered, { type: 'filterColumn', columnId: 'Gone', atMs: 0 });
  expect(unknown).toBe(filtered);
});
