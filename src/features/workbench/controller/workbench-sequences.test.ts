import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextRuleId, WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import type { QueryEdit } from '../model/query-edit';
import { isSameAddress, type WorkbenchSearch } from '../model/workbench-search';
import { anchorAtRow } from '../snapshot/viewport-anchor';
import { workbenchReducer } from './workbench-reducer';
import { appliedQuery, encodedQuery, type WorkbenchScope, type WorkbenchState } from './workbench-state';
import type { WorkbenchAction } from './workbench-actions';
import {
  TEST_SCOPE,
  NO_ADDRESS,
  ALL_COLUMNS,
  reduce,
  stateAt,
  edit,
  reorder,
  RUN,
  FAILURE,
  succeeded,
  MY_VIEW,
} from '@/test/workbench-reducing';

/** An event that can occur in any state, so it contains no ids. */
type WorkbenchEvent =
  | { readonly kind: 'action'; readonly action: WorkbenchAction }
  | { readonly kind: 'edit'; readonly make: (draft: DraftQuery) => QueryEdit }
  /** The response to the last run (`age` 0) or to an earlier one. */
  | { readonly kind: 'response'; readonly age: number; readonly isFailure: boolean }
  | { readonly kind: 'back' | 'forward' }
  | { readonly kind: 'link'; readonly address: WorkbenchSearch; readonly isTooLong: boolean };

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
    { type: 'leaveFilter', id: 'filter-1' },
    { type: 'leaveFilter', id: 'filter-2' },
    { type: 'cancelRun' },
    { type: 'dismissFailure' },
    { type: 'startOver' },
    { type: 'showRows', subset: { conditions: [{ kind: 'is', column: 'Name', value: null }] } },
    { type: 'showRows', subset: null },
    { type: 'runAddress' },
    { type: 'retryRun', anchor: null },
    { type: 'refresh', anchor: anchorAtRow(2) },
    { type: 'showSourceChange', cacheKey: 'fresh', anchor: anchorAtRow(2), isCompared: false },
    { type: 'viewsLoaded' },
    { type: 'adoptView', view: { ...MY_VIEW, id: 'yours' } },
  ),
  fc.shuffledSubarray(ALL_COLUMNS, { minLength: 2 }).map(reorder),
  fc
    .record({
      id: fc.constantFrom('mine', 'yours'),
      query: someAddress.map(({ fields, filter, sort: by }) => ({ v: '1', fields, filter, sort: by })),
      arrangement: fc.constant(null),
      runsOnOpen: fc.boolean(),
    })
    .map((view) => ({ type: 'openView' as const, view })),
);

/** Generates saved views that are not loaded yet, or loaded views with one default view. */
const someViews = fc.option(
  fc.record({ isDefault: fc.boolean(), runsOnOpen: fc.boolean() }).map((view) => [{ ...MY_VIEW, ...view }]),
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
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('link' as const),
        address: someAddress,
        isTooLong: fc.boolean(),
      }),
    },
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
    [start, views]: readonly [WorkbenchSearch, WorkbenchScope['views']],
    all: readonly WorkbenchEvent[],
    check: (before: WorkbenchState, action: WorkbenchAction, after: WorkbenchState) => void,
  ): void {
    const scope = { ...TEST_SCOPE, views };
    const browser = createBrowser(start);
    let state = stateAt(start);
    for (const event of all) {
      if (event.kind === 'back') browser.step(-1);
      if (event.kind === 'forward') browser.step(1);
      if (event.kind === 'link') browser.navigate(event.address, false);
      const action = actionOf(event, state, browser.address());
      const after = workbenchReducer(state, action, scope);
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
        return { type: 'addressChanged', address };
      case 'link':
        return { type: 'addressChanged', address, isTooLong: event.isTooLong };
    }
  }

  const property = (check: Parameters<typeof walk>[2]) => {
    fc.assert(fc.property(fc.tuple(someAddress, someViews), events, (start, all) => walk(start, all, check)));
  };

  test('loses no draft: undo restores the draft that was replaced', () => {
    property((before, action, after) => {
      if (after.draft === before.draft || action.type === 'undo' || action.type === 'redo') return;
      if (action.type === 'leaveFilter' && after.history.past.length <= before.history.past.length) return;
      expect(reduce(after, { type: 'undo' }).draft).toBe(before.draft);
    });
  });

  test('takes nothing but a filter without a value when one is left, and its steps', () => {
    property((before, action, after) => {
      if (action.type !== 'leaveFilter' || after === before) return;
      const others = before.draft.filters.filter(({ id }) => id !== action.id);
      expect(after.draft).toEqual({ ...before.draft, filters: others });
      // The next undo restores the step before the filter was added, or the filter itself.
      const dropped = before.history.past.slice(after.history.past.length);
      for (const step of dropped) {
        if (step.kind !== 'query') throw new Error('Another step is no step of the filter.');
        expect(step.draft.filters.filter(({ id }) => id !== action.id)).toEqual(others);
      }
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
        expect(encodedQuery(appliedQuery(after.address, TEST_SCOPE), TEST_SCOPE)).toBe(
          encodedQuery(request.draft, TEST_SCOPE),
        );
      } else
        expect(encodedQuery(appliedQuery(after.address, TEST_SCOPE), TEST_SCOPE)).toBe(
          encodedQuery(appliedQuery(before.address, TEST_SCOPE), TEST_SCOPE),
        );
    });
  });

  test('never shows the rows of one query at the address of another', () => {
    const left: WorkbenchSearch[] = [];
    property((before, action, after) => {
      if (action.type === 'startOver') left.push(before.address);
      const isOtherQuery =
        encodedQuery(appliedQuery(after.address, TEST_SCOPE), TEST_SCOPE) !==
        encodedQuery(appliedQuery(before.address, TEST_SCOPE), TEST_SCOPE);
      // Reordering the columns keeps the snapshot, because it shows the same rows.
      if (!isOtherQuery || action.type === 'columnsChanged' || action.type === 'addressChanged') return;
      if (action.type === 'runSucceeded') return;
      // Undoing **New query** restores the whole address at once.
      if ((action.type === 'undo' || action.type === 'redo') && left.includes(after.address)) return;
      expect(after.address.cacheKey).toBeUndefined();
    });
  });

  test('makes the draft equal to the applied query after a reset', () => {
    property((_, action, after) => {
      if (action.type === 'reset') {
        const applied = appliedQuery(after.address, TEST_SCOPE);
        expect(encodedQuery(after.draft, TEST_SCOPE)).toBe(encodedQuery(applied ?? WHOLE_COLUMN, TEST_SCOPE));
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
