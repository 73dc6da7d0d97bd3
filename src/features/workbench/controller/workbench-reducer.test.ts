import { describe, expect, test } from 'vitest';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { conditionOf, WHOLE_COLUMN, type DraftFilter, type DraftQuery } from '../model/draft-query';
import { queryToSearch } from '../model/query-address';
import { editedQuery } from '../model/query-edit';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { isSameAddress, type WorkbenchSearch } from '../model/workbench-search';
import { anchorAtRow } from '../snapshot/viewport-anchor';
import { appliedQuery, columnStateOf, type WorkbenchScope, type WorkbenchState } from './workbench-state';
import type { OpenableView, WorkbenchAction } from './workbench-actions';
import {
  TEST_SCOPE,
  NO_ADDRESS,
  ALL_COLUMNS,
  reduce,
  reduceIn,
  stateAt,
  edit,
  reorder,
  sort,
  RUN,
  FAILURE,
  succeeded,
  UNRUNNABLE,
  VALUE_DESCENDING,
  NAME_DESCENDING,
  MY_VIEW,
} from '@/test/workbench-reducing';

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

  test('opens the report of a list that was pasted, until the person folds it', () => {
    const list = (...values: string[]) =>
      edit({
        type: 'set-filter',
        filter: {
          ...conditionOf({ name: 'Name', type: 'text' }, 'is-any-of', { id: 'filter-1', isDisabled: false }),
          values: values.map((value) => ({ value, text: null })),
          isPasted: true,
        } as DraftFilter,
      });
    const start = reduce(stateAt(NO_ADDRESS), edit({ type: 'add-column-filter', columnId: 'Name' }));
    const ran = reduce(start, list('a', 'b'), RUN, succeeded(1));
    expect(ran.address.report).toBe('open');
    const folded = reduce(ran, { type: 'foldListReport', isFolded: true });
    expect(folded.address.report).toBe('folded');
    expect(folded.navigation.isReplaced).toBe(true);
    expect(reduce(folded, { type: 'foldListReport', isFolded: true })).toBe(folded);
    // The report of the same list stays folded; another list has a new report.
    expect(reduce(folded, RUN, succeeded(2)).address.report).toBe('folded');
    expect(reduce(folded, list('a', 'c'), RUN, succeeded(2)).address.report).toBe('open');
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

  test('that is retried after midnight means the new day by a relative date', () => {
    const lastWeek: WorkbenchSearch = { v: '1', filter: 'ValidFrom~on-or-after~7-days-ago' };
    const failed = reduce(stateAt(lastWeek), RUN, { type: 'runFailed', id: 1, failure: FAILURE });
    const tomorrow = { ...TEST_SCOPE, today: '2026-03-02' };
    const again = reduceIn(tomorrow, failed, { type: 'retryRun', anchor: null });
    const filtersOf = ({ run }: WorkbenchState) =>
      run.status !== 'idle' && run.request.kind === 'query' ? JSON.stringify(run.request.query.filters) : '';
    expect(filtersOf(failed)).toContain('2026-02-22');
    expect(filtersOf(again)).toContain('2026-02-23');
  });

  test('that is retried after a refresh opens at the current scroll position', () => {
    const refreshed = reduce(stateAt(VALUE_DESCENDING), {
      type: 'refresh',
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

describe('a filter that is left', () => {
  const added = reduce(stateAt(NO_ADDRESS), sort('Value'), UNRUNNABLE);
  const id = added.draft.filters[0]?.id ?? '';
  const withValue = edit({
    type: 'set-filter',
    filter: { ...added.draft.filters[0], value: { value: 'x', text: null } } as DraftFilter,
  });

  test('goes without a value, as if it had never been there', () => {
    const left = reduce(added, { type: 'leaveFilter', id });
    expect(left.draft.filters).toEqual([]);
    expect(reduce(left, { type: 'undo' }).draft).toBe(WHOLE_COLUMN);
  });

  test('stays with a value, or turned off', () => {
    const complete = reduce(added, withValue);
    expect(reduce(complete, { type: 'leaveFilter', id })).toBe(complete);
    const off = reduce(
      added,
      edit({ type: 'set-filter', filter: { ...added.draft.filters[0], isDisabled: true } as DraftFilter }),
    );
    expect(reduce(off, { type: 'leaveFilter', id })).toBe(off);
  });

  test('stays once a run has asked for its value', () => {
    const blocked = reduce(added, RUN);
    expect(reduce(blocked, { type: 'leaveFilter', id })).toBe(blocked);
  });

  test('whose value was cleared, and one beside which something else was edited, come back with an undo', () => {
    const filter = added.draft.filters[0] as DraftFilter;
    const cleared = reduce(added, withValue, edit({ type: 'set-filter', filter }));
    const leftCleared = reduce(cleared, { type: 'leaveFilter', id });
    expect(leftCleared.draft.filters).toEqual([]);
    expect(reduce(leftCleared, { type: 'undo' }).draft).toBe(cleared.draft);
    const beside = reduce(added, sort('Name'));
    const leftBeside = reduce(beside, { type: 'leaveFilter', id });
    expect(leftBeside.draft.sort).toBe(beside.draft.sort);
    expect(reduce(leftBeside, { type: 'undo' }).draft).toBe(beside.draft);
  });
});

describe('refreshing', () => {
  const refresh: WorkbenchAction = { type: 'refresh', anchor: null };

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

describe('a comparison', () => {
  const choice = {
    with: { kind: 'snapshot', cacheKey: 'k 2' },
    keys: ['Number', 'a,b'],
    price: null,
  } as const;

  test('goes into the address, once', () => {
    const compared = reduce(stateAt({ v: '1', cacheKey: 'old' }), { type: 'compare', choice });
    expect(compared.address).toEqual({
      v: '1',
      cacheKey: 'old',
      show: 'changes',
      with: 'snapshot~k 2',
      keys: 'Number,a!cb',
      price: '!none',
    });
    expect(reduce(compared, { type: 'compare', choice })).toBe(compared);
  });

  test('stays with the next snapshot of the query', () => {
    const start = stateAt({ v: '1', cacheKey: 'old', show: 'changes', with: 'snapshot~k', price: 'Value' });
    const refreshed = reduce(start, { type: 'refresh', anchor: null }, succeeded(1, 'next'));
    expect(refreshed.address).toMatchObject({
      cacheKey: 'next',
      show: 'changes',
      with: 'snapshot~k',
      price: 'Value',
    });
  });
});

describe('a change of the source', () => {
  const show: WorkbenchAction = {
    type: 'showSourceChange',
    cacheKey: 'fresh',
    anchor: anchorAtRow(0),
    isCompared: false,
  };

  test("opens the service's snapshot when the whole price column is shown", () => {
    const chosenRows = { row: '4', finding: 'below-cost', figure: 'changed' };
    const shown = reduce(stateAt({ v: '1', cacheKey: 'old', ...chosenRows }), show);
    expect(shown.run).toMatchObject({ request: { kind: 'snapshot', cacheKey: 'fresh' } });
    expect(reduce(shown, succeeded(1, 'fresh')).address).toEqual({ v: '1', cacheKey: 'fresh' });
  });

  test('is shown and compared with the rows on screen before', () => {
    const compare: WorkbenchAction = { ...show, isCompared: true };
    const whole = reduce(stateAt({ v: '1', cacheKey: 'old', row: '4' }), compare, succeeded(1, 'fresh'));
    expect(whole.address).toEqual({ v: '1', cacheKey: 'fresh', show: 'changes', with: 'snapshot~old' });
    const other = reduce(stateAt({ ...VALUE_DESCENDING, cacheKey: 'old', keys: 'Number' }), compare);
    expect(other.run).toMatchObject({ request: { kind: 'query', purpose: 'show-and-compare' } });
    expect(reduce(other, succeeded(1, 'fresh')).address).toMatchObject({
      ...VALUE_DESCENDING,
      cacheKey: 'fresh',
      keys: 'Number',
      show: 'changes',
      with: 'snapshot~old',
    });
    const copy = reduce(stateAt({ v: '1', cacheKey: copyCacheKey('k') }), compare, succeeded(1, 'fresh'));
    expect(copy.address.with).toBe('copy~k');
  });

  test('is not compared by the columns of a file', () => {
    const ofFile = { v: '1', cacheKey: 'old', with: 'file~prices.csv', keys: 'Number', price: 'Value' };
    const compared = reduce(stateAt(ofFile), { ...show, isCompared: true }, succeeded(1, 'fresh'));
    expect(compared.address).toEqual({ v: '1', cacheKey: 'fresh', show: 'changes', with: 'snapshot~old' });
  });

  test('never replaces a side of the comparison on screen', () => {
    const compared = {
      v: '1',
      cacheKey: 'old',
      show: 'changes',
      with: 'snapshot~before',
      changes: '1;find~A',
    };
    const shown = reduce(stateAt(compared), show, succeeded(1, 'fresh'));
    // The browser's Back button leads to the previous comparison.
    expect(shown.navigation).toMatchObject({ isReplaced: false });
    expect(shown.address).toEqual({ v: '1', cacheKey: 'fresh', with: 'snapshot~before' });
    const queried = reduce(stateAt({ ...VALUE_DESCENDING, ...compared }), show, succeeded(1, 'fresh'));
    expect(queried.address.show).toBeUndefined();
    // The **Columns** view does not compare snapshots, so it stays open.
    const columns = reduce(
      stateAt({ v: '1', cacheKey: 'old', show: 'columns' }),
      show,
      succeeded(1, 'fresh'),
    );
    expect(columns.address.show).toBe('columns');
  });

  test('is never compared with itself', () => {
    const at = stateAt({ v: '1', cacheKey: 'old', show: 'changes', with: 'snapshot~fresh' });
    expect(reduce(at, show, succeeded(1, 'fresh')).address.with).toBe('snapshot~old');
    expect(reduce(at, { ...show, isCompared: true }, succeeded(1, 'fresh')).address.with).toBe(
      'snapshot~old',
    );
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
    const run = reduce(stateAt(VALUE_DESCENDING, WHOLE_COLUMN), { type: 'runAddress' });
    expect(run.navigation).toEqual({ count: 1, isReplaced: true });
    expect(run.run.status).toBe('running');
    expect(queryToSearch(run.draft).sort).toBe('-Value');
    expect(reduce(run, succeeded(1)).navigation).toEqual({ count: 2, isReplaced: true });
    const broken = reduce(stateAt({ v: '1', sort: '-Gone' }), { type: 'runAddress' });
    expect(broken.run.status).toBe('idle');
  });
});

describe('reordered columns', () => {
  test('change the order in the address and in the draft, which keeps its other edits', () => {
    const before = reduce(stateAt({ v: '1', fields: 'Number,Name,Value', cacheKey: 'k' }), sort('Name'));
    const order = ['Value', 'Number', 'Name'];
    const after = reduce(before, reorder(order));
    expect(after.address).toMatchObject({ fields: 'Value,Number,Name', cacheKey: 'k' });
    expect(after.address.sort).toBeUndefined();
    expect(after.draft.fields).toEqual(order);
    expect(queryToSearch(after.draft).sort).toBe('-Name');
    expect(after.navigation.isReplaced).toBe(true);
  });

  test('in the order of the service need no list of fields', () => {
    const before = stateAt({ v: '1', fields: [...ALL_COLUMNS].reverse().join(','), cacheKey: 'k' });
    const after = reduce(before, reorder(ALL_COLUMNS));
    expect(after.address.fields).toBeUndefined();
  });
});

describe('changed columns', () => {
  const NARROW = { ...DEFAULT_COLUMN_STATE, order: ['Value', 'Name'], widthsPx: { Name: 40 } };

  test('keep their order for themselves while there is no query', () => {
    const after = reduce(stateAt(NO_ADDRESS), { type: 'columnsChanged', columnState: NARROW });
    expect(columnStateOf(after.columns, undefined, null)).toEqual(NARROW);
    expect(after.navigation.count).toBe(0);
  });

  test('in the same order change neither address nor draft', () => {
    const before = stateAt({ v: '1', fields: 'Value,Name' });
    const after = reduce(before, { type: 'columnsChanged', columnState: NARROW });
    expect(after).toEqual({ ...before, columns: { viewId: '', columnState: { ...NARROW, order: [] } } });
  });

  test('belong to the view they were changed under', () => {
    const { columns } = reduce(stateAt({ ...NAME_DESCENDING, view: 'mine' }), reorder([]));
    expect(columnStateOf(columns, 'mine', { arrangement: NARROW })).toEqual(DEFAULT_COLUMN_STATE);
    expect(columnStateOf(columns, 'yours', { arrangement: NARROW })).toBe(NARROW);
    expect(columnStateOf(columns, undefined, null)).toBeNull();
  });

  test('without a choice of fields leave out what the service withholds', () => {
    const sent = ALL_COLUMNS.filter((name) => name !== 'Name');
    const after = reduce(stateAt({ v: '1' }), reorder(sent.toReversed()));
    expect(after.address.fields).toBe(sent.toReversed().join(','));
  });
});

describe('a saved view', () => {
  const open = (changes: Partial<OpenableView> = {}): WorkbenchAction => ({
    type: 'openView',
    view: { ...MY_VIEW, ...changes },
  });

  test('replaces address and draft, and cancels the pending run', () => {
    const opened = reduce(stateAt(NO_ADDRESS), sort('Value'), RUN, open());
    expect(opened.address).toEqual({ ...NAME_DESCENDING, view: 'mine' });
    expect(opened.navigation).toEqual({ count: 1, isReplaced: false });
    expect(queryToSearch(opened.draft).sort).toBe('-Name');
    expect(opened.run.status).toBe('idle');
    expect(queryToSearch(reduce(opened, { type: 'undo' }).draft).sort).toBe('-Value');
  });

  test('shows its columns as they were saved, also when they were changed since', () => {
    const changed = reduce(stateAt({ ...NAME_DESCENDING, view: 'mine' }), reorder(['Name']));
    const opened = reduce(changed, open({ arrangement: { ...DEFAULT_COLUMN_STATE, hidden: ['Value'] } }));
    expect(columnStateOf(opened.columns, 'mine', null)?.hidden).toEqual(['Value']);
  });

  test('runs on opening when it asks for that and no part of it is missing', () => {
    const ran = reduce(stateAt(NO_ADDRESS), open({ runsOnOpen: true }), succeeded(1));
    expect(ran.address).toMatchObject({ ...NAME_DESCENDING, view: 'mine', cacheKey: 'key-1' });
    expect(ran.navigation).toEqual({ count: 2, isReplaced: true });
    const query = { v: '1', sort: '-Gone' };
    expect(reduce(stateAt(NO_ADDRESS), open({ runsOnOpen: true, query })).run.status).toBe('idle');
  });

  test('that was just saved is added to the address', () => {
    const adopted = reduce(stateAt(VALUE_DESCENDING), { type: 'adoptView', view: MY_VIEW });
    expect(adopted.address).toEqual({ ...VALUE_DESCENDING, view: 'mine' });
    expect(adopted.navigation).toEqual({ count: 1, isReplaced: true });
  });

  test('that was just saved before any run brings its query into the address', () => {
    const adopted = reduce(stateAt(NO_ADDRESS), sort('Name'), { type: 'adoptView', view: MY_VIEW });
    expect(adopted.address).toEqual({ ...NAME_DESCENDING, view: 'mine' });
    expect(adopted.navigation).toEqual({ count: 1, isReplaced: true });
  });

  test('is replaced by the whole price column when starting over', () => {
    const over = reduce(stateAt({ ...VALUE_DESCENDING, view: 'mine' }), { type: 'startOver' });
    expect(over.address).toEqual({ v: '1' });
    expect(over.draft).toEqual(WHOLE_COLUMN);
  });

  test('starting over empties all that was set up, and one undo brings all of it back', () => {
    const address = {
      ...VALUE_DESCENDING,
      view: 'mine',
      cacheKey: 'k',
      show: 'proposal',
      refine: '1;all;Value~greater-than~1',
      added: 'costs',
      proposal: '1;rule,by~percent~3',
      pivot: 'p',
      order: '-Value',
    };
    const rules = { of: address.proposal, text: 'typed' };
    const edited = reduce(stateAt(address), sort('Name'), { type: 'editRules', rules });
    const over = reduce(edited, { type: 'startOver' });
    expect(over.address).toEqual({ v: '1', show: 'proposal' });
    expect(over).toMatchObject({ draft: WHOLE_COLUMN, rules: null });
    const back = reduce(over, { type: 'undo' });
    expect(back).toMatchObject({ address, draft: edited.draft, rules });
    expect(back.navigation).toEqual({ count: 2, isReplaced: false });
    expect(reduce(back, { type: 'redo' })).toMatchObject({ address: over.address, draft: WHOLE_COLUMN });
    // Undo works even after another query was run.
    const ran = reduce(over, sort('Value'), RUN, succeeded(1), { type: 'undo' }, { type: 'undo' });
    expect(ran.address).toEqual(address);
  });
});

test('conditions of a proposal that are not complete stay with a run and another view', () => {
  const rules = { of: null, text: 'typed' };
  const typed = reduce(stateAt(VALUE_DESCENDING), { type: 'editRules', rules });
  const later = reduce(typed, RUN, succeeded(1), { type: 'showView', view: 'columns' });
  expect(later.rules).toBe(rules);
});

describe('an address without a query', () => {
  const VIEWS = [
    { ...MY_VIEW, isDefault: false },
    { ...MY_VIEW, id: 'usual', query: { v: '1', sort: '-Value' }, isDefault: true },
  ];
  const WITH_VIEWS: WorkbenchScope = { ...TEST_SCOPE, views: VIEWS };
  const LOADED: WorkbenchAction = { type: 'viewsLoaded' };

  test.each([
    ['opens the default view', NO_ADDRESS, 'usual'],
    ['opens the view it names', { view: 'mine' }, 'mine'],
    ['opens the default view when it names none that is stored', { view: 'gone' }, 'usual'],
  ])('%s once the views are loaded', (_, address: WorkbenchSearch, viewId) => {
    expect(reduce(stateAt(address), LOADED).address).toBe(address);
    const opened = reduceIn(WITH_VIEWS, stateAt(address), LOADED);
    expect(opened.address.view).toBe(viewId);
    expect(opened.navigation).toEqual({ count: 1, isReplaced: true });
    // Views are loaded again after each change; only an address without a query opens one.
    expect(reduceIn(WITH_VIEWS, opened, LOADED)).toBe(opened);
  });

  test('that is reached later opens the default view at once, and one undo restores the draft', () => {
    const before = reduceIn(WITH_VIEWS, stateAt(VALUE_DESCENDING), sort('Name'));
    const after = reduceIn(WITH_VIEWS, before, { type: 'addressChanged', address: NO_ADDRESS });
    expect(after.address).toEqual({ ...VALUE_DESCENDING, view: 'usual' });
    expect(reduce(after, { type: 'undo' }).draft).toBe(before.draft);
  });

  test('stays as it is without a default view, and so does any other address', () => {
    const state = stateAt(NO_ADDRESS);
    expect(reduceIn({ ...TEST_SCOPE, views: [{ ...MY_VIEW, isDefault: false }] }, state, LOADED)).toBe(state);
    for (const address of [{ v: '1' }, { cacheKey: 'k' }, { row: '7' }]) {
      const other = stateAt(address);
      expect(reduceIn(WITH_VIEWS, other, LOADED)).toBe(other);
    }
  });
});

describe('an address that is too long', () => {
  const arrive = (address: WorkbenchSearch): WorkbenchAction => ({
    type: 'addressChanged',
    address,
    isTooLong: true,
  });

  test('is replaced by a shorter one, also when it shows the same query', () => {
    const arrived = reduce(stateAt(NO_ADDRESS), arrive(NAME_DESCENDING));
    expect(arrived.address).toEqual(NAME_DESCENDING);
    expect(arrived.navigation).toEqual({ count: 1, isReplaced: true });
    expect(reduce(arrived, arrive(NAME_DESCENDING)).navigation).toEqual({ count: 2, isReplaced: true });
    const echo = { type: 'addressChanged', address: NAME_DESCENDING, isTooLong: false } as const;
    expect(reduce(arrived, echo)).toBe(arrived);
  });

  test('keeps the draft and the run of the same address', () => {
    const running = reduce(stateAt(VALUE_DESCENDING), sort('Name'), RUN);
    const arrived = reduce(running, arrive(VALUE_DESCENDING));
    expect([arrived.draft, arrived.run]).toEqual([running.draft, running.run]);
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

describe('some of the rows', () => {
  const SUBSET = { conditions: [{ kind: 'is', column: 'Name', value: 'DE' }] } as const;
  const at = stateAt({ ...VALUE_DESCENDING, cacheKey: 'key', view: 'mine', row: '7' });
  const shown = reduce(at, { type: 'showRows', subset: SUBSET });

  test('are shown with one history entry, and keep the query and its snapshot', () => {
    expect(shown.address).toEqual({
      ...VALUE_DESCENDING,
      cacheKey: 'key',
      view: 'mine',
      row: undefined,
      subset: '1;is~Name~DE',
    });
    expect(shown.navigation).toEqual({ count: 1, isReplaced: false });
    expect(shown.draft).toBe(at.draft);
  });

  test('give way to all rows', () => {
    const all = reduce(shown, { type: 'showRows', subset: null });
    expect(isSameAddress(all.address, { ...at.address, row: undefined })).toBe(true);
  });

  test('are of their snapshot: a new run shows all of its rows', () => {
    const next = reduce(shown, RUN, succeeded(1));
    expect(next.address.subset).toBeUndefined();
    const newer = reduce(
      reduce(stateAt({ v: '1', cacheKey: 'key' }), { type: 'showRows', subset: SUBSET }),
      { type: 'showSourceChange', cacheKey: 'fresh', anchor: anchorAtRow(2), isCompared: false },
      succeeded(1, 'fresh'),
    );
    expect(newer.address).toMatchObject({ cacheKey: 'fresh', subset: undefined });
  });

  test('leave a run under way alone', () => {
    const running = reduce(at, RUN, { type: 'showRows', subset: SUBSET });
    expect(running.run.status).toBe('running');
    const back = reduce(running, { type: 'addressChanged', address: at.address });
    expect(back.run.status).toBe('running');
    expect(back.address).toEqual(at.address);
  });
});

describe('the view of the snapshot', () => {
  const showColumns: WorkbenchAction = { type: 'showView', view: 'columns' };

  test('is in the address, which has a history entry for it', () => {
    const shown = reduce(stateAt({ ...VALUE_DESCENDING, cacheKey: 'k', row: '5' }), showColumns);
    expect(shown.address).toEqual({ ...VALUE_DESCENDING, cacheKey: 'k', row: '5', show: 'columns' });
    expect(shown.navigation).toEqual({ count: 1, isReplaced: false });
    expect(reduce(shown, showColumns)).toBe(shown);
    expect(reduce(shown, { type: 'showView', view: 'rows' }).address.show).toBeUndefined();
  });

  test('stays with a new run, with a refresh and with Back to another query', () => {
    const shown = reduce(stateAt({ ...VALUE_DESCENDING, cacheKey: 'k' }), showColumns);
    const run = reduce(shown, RUN, succeeded(1));
    expect(run.address).toMatchObject({ show: 'columns', cacheKey: 'key-1' });
    const refreshed = reduce(run, { type: 'refresh', anchor: null }, succeeded(2));
    expect(refreshed.address).toMatchObject({ show: 'columns', cacheKey: 'key-2' });
    expect(reduce(refreshed, { type: 'startOver' }).address.show).toBe('columns');
  });

  test('does not end a run that is under way, however it is changed', () => {
    const running = reduce(stateAt(VALUE_DESCENDING), RUN, showColumns);
    expect(running.run.status).toBe('running');
    const back = reduce(running, { type: 'addressChanged', address: VALUE_DESCENDING });
    expect(back.run.status).toBe('running');
    expect(back.address.show).toBeUndefined();
  });

  test('is that of the saved view, unless the link that opens it names one', () => {
    const view = { ...MY_VIEW, display: { show: 'pivot' } };
    const opened = reduce(stateAt({ show: 'columns' }), { type: 'openView', view });
    expect(opened.address.show).toBe('pivot');
    const views = [{ ...view, isDefault: false }];
    const arrive = (address: WorkbenchSearch) =>
      reduceIn({ ...TEST_SCOPE, views }, stateAt(address), { type: 'viewsLoaded' }).address.show;
    expect(arrive({ view: view.id, show: 'columns' })).toBe('columns');
    expect(arrive({ view: view.id })).toBe('pivot');
  });

  test('and what its pivot shows have history entries, which new runs and saved views keep', () => {
    const arrange: WorkbenchAction = {
      type: 'setView',
      view: 'pivot',
      atMs: 0,
      parameters: { pivot: '1;rows,Name;measures,count' },
      isReplaced: false,
    };
    const at = stateAt({ ...VALUE_DESCENDING, show: 'pivot', cacheKey: 'k' });
    const arranged = reduce(at, arrange);
    expect(arranged.address.pivot).toBe('1;rows,Name;measures,count');
    expect(arranged.navigation).toEqual({ count: 1, isReplaced: false });
    expect(reduce(arranged, arrange)).toBe(arranged);
    const run = reduce(arranged, RUN, succeeded(1));
    expect(run.address).toMatchObject({ show: 'pivot', pivot: '1;rows,Name;measures,count' });
    const back = reduce(arranged, { type: 'addressChanged', address: at.address });
    expect(back.address.pivot).toBeUndefined();
    const view = { ...MY_VIEW, display: { show: 'pivot', pivot: '1;measures,count' } };
    const opened = reduce(run, { type: 'openView', view });
    expect(opened.address).toMatchObject(view.display);
  });

  test('and what it shows of a comparison are replaced in the history, and end with the comparison', () => {
    const changes = '1;rows~changed;find~a';
    const other = { with: 'snapshot~other', keys: 'Number', price: 'Value' };
    const at = stateAt({ ...VALUE_DESCENDING, show: 'changes', cacheKey: 'k', ...other });
    const shown = reduce(at, {
      type: 'setView',
      view: 'changes',
      atMs: 0,
      parameters: { changes },
      isReplaced: true,
    });
    expect(shown.address.changes).toBe(changes);
    expect(shown.navigation).toEqual({ count: 1, isReplaced: true });
    expect(
      reduce(shown, { type: 'setView', view: 'changes', atMs: 0, parameters: { changes }, isReplaced: true }),
    ).toBe(shown);
    expect(reduce(shown, RUN, succeeded(1)).address).toMatchObject({ ...other, changes });
    const choice = {
      with: { kind: 'snapshot', cacheKey: 'other' },
      keys: ['Number'],
      price: 'Value',
    } as const;
    expect(reduce(shown, { type: 'compare', choice })).toBe(shown);
    const compared = reduce(shown, { type: 'compare', choice: { ...choice, price: null } });
    expect(compared.address.changes).toBeUndefined();
  });

  test('is set up and undone in one order with the query, and a step of another view shows that view', () => {
    const at = stateAt({ ...VALUE_DESCENDING, show: 'pivot', pivot: '1;measures,count', cacheKey: 'k' });
    const arranged = reduce(at, {
      type: 'setView',
      view: 'pivot',
      atMs: 0,
      parameters: { pivot: '1;rows,Name;measures,count' },
      isReplaced: false,
    });
    const edited = reduce(arranged, { type: 'showView', view: 'rows' }, sort('Name'));
    const [once, twice] = [
      reduce(edited, { type: 'undo' }),
      reduce(edited, { type: 'undo' }, { type: 'undo' }),
    ];
    expect(once.draft).toEqual(at.draft);
    expect(once.address).toEqual(edited.address);
    expect(twice.address).toMatchObject({ show: 'pivot', pivot: '1;measures,count' });
    expect(reduce(twice, { type: 'undo' })).toBe(twice);
    const again = reduce(twice, { type: 'redo' }, { type: 'redo' });
    expect(again.address).toMatchObject({ show: 'pivot', pivot: '1;rows,Name;measures,count' });
    expect(again.draft).toEqual(edited.draft);
  });

  test('drags and typing are one step of undo, and a run forgets what was of the snapshot before', () => {
    const at = stateAt({ ...VALUE_DESCENDING, show: 'changes', cacheKey: 'k', with: 'snapshot~other' });
    const changed = (changes: string, atMs: number): WorkbenchAction => {
      return { type: 'setView', view: 'changes', atMs, parameters: { changes }, isReplaced: true };
    };
    const dragged = reduce(at, changed('1;find~a', 0), changed('1;find~ab', 200), changed('1;find~abc', 400));
    expect(reduce(dragged, { type: 'undo' }).address.changes).toBeUndefined();
    const run = reduce(dragged, RUN, succeeded(1));
    expect(reduce(run, { type: 'undo' })).toBe(run);
  });

  test('changes of one series are one entry and one step of undo, however long it takes', () => {
    const at = stateAt({ ...VALUE_DESCENDING, show: 'columns', cacheKey: 'k', brush: 'a' });
    const brushed = (brush: string, atMs: number, series: string): WorkbenchAction => {
      return { type: 'setView', view: 'columns', atMs, parameters: { brush }, isReplaced: false, series };
    };
    const first = reduce(at, brushed('b', 0, 'series 1'));
    expect(first.navigation.isReplaced).toBe(false);
    const second = reduce(first, brushed('c', 60_000, 'series 1'));
    expect(second.navigation.isReplaced).toBe(true);
    expect(reduce(second, { type: 'undo' }).address.brush).toBe('a');
    const other = reduce(second, brushed('d', 60_001, 'series 2'));
    expect(other.navigation.isReplaced).toBe(false);
    expect(reduce(other, { type: 'undo' }).address.brush).toBe('c');
    // After an undo, a further change of the same series is a new step.
    const again = reduce(other, { type: 'undo' }, brushed('e', 60_002, 'series 2'));
    expect(again.navigation.isReplaced).toBe(false);
    expect(reduce(again, { type: 'undo' }).address.brush).toBe('c');
  });

  test('takes the later side of a comparison again, with the query of the earlier one', () => {
    const other = { with: 'snapshot~other', keys: 'Number', price: 'Value' };
    const at = stateAt({ v: '1', show: 'changes', cacheKey: 'k', ...other });
    // If the snapshot on screen is the later one, the new snapshot replaces it.
    const taken = reduce(at, { type: 'rerunLaterSide', search: VALUE_DESCENDING }, succeeded(1));
    expect(taken.address).toMatchObject({ ...VALUE_DESCENDING, ...other, show: 'changes' });
    expect(taken.address.cacheKey).not.toBe('k');
    expect(queryToSearch(taken.draft).sort).toBe('-Value');
    // If the other snapshot is the later one, the snapshot on screen stays.
    const compared = reduce(at, { type: 'rerunLaterSide', search: null }, succeeded(1));
    expect(compared.address.cacheKey).toBe('k');
    expect(compared.address.with).not.toBe(other.with);
  });

  test('gives way to the rows that it opens', () => {
    const rows = reduce(stateAt({ show: 'columns', cacheKey: 'k' }), {
      type: 'showRows',
      subset: { conditions: [] },
    });
    expect(rows.address.show).toBeUndefined();
  });
});

describe('what is done on the rows read', () => {
  const HERE = 'Name~does-not-contain~x';
  const ran: WorkbenchSearch = { ...VALUE_DESCENDING, cacheKey: 'key-0', row: '5', subset: '1;Name~is~a' };
  const here = (filter: string) =>
    appliedQuery({ ...VALUE_DESCENDING, refine: `1;all;${filter}` }, TEST_SCOPE)?.filters ?? [];
  const setFilters = (filters: DraftQuery['filters']) => edit({ type: 'set-filters', filters });

  test('changes without another snapshot, if nothing else has changed', () => {
    const next = reduce(stateAt(ran), setFilters(here(HERE)), RUN);
    expect(next.run.status).toBe('idle');
    expect(next.address).toEqual({ ...VALUE_DESCENDING, cacheKey: 'key-0', refine: `1;all;${HERE}` });
    const back = reduce(next, setFilters([]), RUN);
    expect(back.address).toEqual({ ...VALUE_DESCENDING, cacheKey: 'key-0' });
  });

  test('sorts the rows on screen by what is computed, without another snapshot, and shows the same rows', () => {
    const computed = { ...ran, refine: '1;!new~Twice~2~Value * 2' };
    const byHeader = (isAdditive: boolean) => edit({ type: 'sort-by-header', columnId: 'Twice', isAdditive });
    const beside = reduce(stateAt(computed), byHeader(true), RUN);
    expect(beside.run.status).toBe('idle');
    expect(beside.address).toEqual({
      ...computed,
      row: undefined,
      order: '1;Value~descending;Twice~ascending',
    });
    const again = reduce(beside, byHeader(true), RUN);
    expect(again.address.order).toBe('1;Value~descending;Twice~descending');
    // Sorting by the computed column alone puts its rule before the service's rules, which stay.
    const alone = reduce(again, edit({ type: 'sort', columnId: 'Twice', direction: 'ascending' }), RUN);
    expect(alone.address).toEqual({ ...computed, row: undefined, order: '1;Twice~ascending' });
    const down = reduce(alone, byHeader(false), RUN);
    expect(down.address.order).toBe('1;Twice~descending');
    expect(reduce(down, byHeader(false), RUN).address).toEqual({ ...computed, row: undefined });
    const ofService = reduce(again, sort('Name'), RUN, succeeded(3));
    expect(ofService.address).toMatchObject({ sort: '-Name', order: undefined });
  });

  const ORDERED = { ...ran, refine: '1;!new~Twice~2~Value * 2', order: '1;Twice~ascending' };
  const descending = edit({ type: 'sort', columnId: 'Twice', direction: 'descending' });

  test('goes on with a run that is under way for the same rows', () => {
    const refreshing = reduce(stateAt(ORDERED), { type: 'refresh', anchor: null }, descending, RUN);
    expect(refreshing.run).toMatchObject({ status: 'running', id: 1 });
    expect(refreshing.address).toMatchObject({ cacheKey: 'key-0', order: '1;Twice~descending' });
    expect(reduce(refreshing, succeeded(1)).address).toMatchObject({
      cacheKey: 'key-1',
      order: '1;Twice~descending',
    });
    // If the user goes back during the run, the new snapshot has the order of that address.
    const { order: _, ...unordered } = ORDERED;
    const back = reduce(refreshing, { type: 'addressChanged', address: unordered }, succeeded(1));
    expect(back.address.order).toBeUndefined();
    const other = reduce(
      stateAt(ORDERED),
      sort('Name'),
      RUN,
      edit({ type: 'sort', columnId: 'Value', direction: 'descending' }),
      descending,
      RUN,
    );
    expect(other.run).toMatchObject({ status: 'running', id: 2 });
  });

  test('is sorted as before where the later side of a comparison is refreshed', () => {
    const next = reduce(stateAt(ORDERED), { type: 'rerunLaterSide', search: NAME_DESCENDING }, succeeded(1));
    expect(next.address).toMatchObject({ sort: '-Name', order: '1;Twice~ascending', cacheKey: 'key-1' });
  });

  test('leaves a whole column one, whose next snapshot the service has already', () => {
    const added = '1;Cost,price-column~SalesPrice,key~Number~Number,take~Value';
    const whole = { v: '1', cacheKey: 'key-0', added, order: '1;Cost · Value~ascending' };
    const next = reduce(stateAt(whole), {
      type: 'showSourceChange',
      cacheKey: 'key-9',
      anchor: anchorAtRow(2),
      isCompared: false,
    });
    expect(next.run).toMatchObject({ status: 'running', request: { kind: 'snapshot', cacheKey: 'key-9' } });
  });

  test('is in the draft once its fields are known, unless the person has edited it', () => {
    const added = '1;Cost,price-column~Elsewhere,key~Number~Number,take~Value';
    const address = { ...VALUE_DESCENDING, cacheKey: 'key-0', added, order: '1;Cost · Value~ascending' };
    const before = stateAt(address);
    expect(before.draft.sort).toHaveLength(1);
    const known = {
      ...TEST_SCOPE,
      priceColumns: [...TEST_SCOPE.priceColumns, { ...TEST_PRICE_COLUMN, name: 'Elsewhere' }],
    };
    const follow = { type: 'followFields', before: before.draft } as const;
    expect(reduceIn(known, before, follow).draft.sort).toHaveLength(2);
    const edited = reduce(before, UNRUNNABLE);
    expect(reduceIn(known, edited, follow).draft).toBe(edited.draft);
    // A run before the fields are known does not lose the order.
    expect(reduce(before, { type: 'refresh', anchor: null }, succeeded(1)).address.order).toBe(address.order);
  });

  test('is asked of the rows of the next snapshot, if the service is asked for others', () => {
    const next = reduce(stateAt(ran), sort('Name'), setFilters(here(HERE)), RUN);
    expect(next.run).toMatchObject({ status: 'running', request: { query: { filters: [] } } });
    expect(reduce(next, succeeded(1)).address).toMatchObject({
      ...NAME_DESCENDING,
      refine: `1;all;${HERE}`,
      cacheKey: 'key-1',
    });
  });

  test('stays with a refresh, also what cannot be read of it', () => {
    const unread = { refine: '1;all;Nothing~is~a', order: '1;Nothing~ascending' };
    const next = reduce(stateAt({ ...ran, ...unread }), { type: 'refresh', anchor: null }, succeeded(1));
    expect(next.address).toMatchObject({ ...unread, cacheKey: 'key-1' });
  });

  test('needs its fields, which are chosen with the run', () => {
    const chosen = { ...VALUE_DESCENDING, fields: 'Value', cacheKey: 'key-0' };
    const next = reduce(stateAt(chosen), setFilters(here(HERE)), RUN, succeeded(1));
    expect(next.address).toMatchObject({ fields: 'Value,Name', refine: `1;all;${HERE}` });
  });

  test('goes with the columns that it names', () => {
    const added = '1;Cost,price-column~SalesPrice,key~Number~Number,take~Value';
    const extended = reduce(stateAt(ran), {
      type: 'addColumns',
      added,
      computed: { name: 'Margin', formula: 'Value - [Cost · Value]', places: 2 },
    });
    expect(extended.address.refine).toBe('1;!new~Margin~2~Value - [Cost · Value]');
    expect(extended.draft.computed).toHaveLength(1);
    const without = reduce(extended, { type: 'addColumns', added: undefined, computed: null });
    expect(without.address.refine).toBeUndefined();
    expect(without.draft.computed).toBeUndefined();
    expect(reduce(without, { type: 'undo' })).toMatchObject({
      address: extended.address,
      draft: extended.draft,
    });
  });

  test('of an older link moves to the service with a refresh, once', () => {
    const opened = stateAt({ ...VALUE_DESCENDING, cacheKey: 'key-0', refine: '1;all;Name~is~a' });
    const next = reduce(opened, { type: 'refresh', anchor: null }, succeeded(1));
    expect(next.address).toMatchObject({ filter: 'Name~is~a', refine: undefined });
    expect(reduce(next, { type: 'refresh', anchor: null }, succeeded(2)).address.filter).toBe('Name~is~a');
  });

  test('stays as it is with a run of the same query where it cannot be read, until it is left out', () => {
    const refine = '1;all;Nothing~is~a';
    const opened = stateAt({ ...ran, refine });
    const again = reduce(opened, RUN);
    expect(again.run.status).toBe('running');
    expect(reduce(again, succeeded(1)).address.refine).toBe(refine);
    expect(reduce(opened, { type: 'leaveOutUnread' }).address).toMatchObject({
      cacheKey: 'key-0',
      refine: undefined,
    });
  });

  test('takes added columns into a run that is going on', () => {
    const added = '1;Cost,price-column~SalesPrice,key~Number~Number,take~Value';
    const margin = { name: 'Margin', formula: 'Value - [Cost · Value]', places: 2 };
    const next = reduce(stateAt(ran), sort('Name'), RUN, { type: 'addColumns', added, computed: margin });
    expect(reduce(next, succeeded(1)).address).toMatchObject({
      added,
      refine: '1;!new~Margin~2~Value - [Cost · Value]',
    });
  });

  test('comes back without its columns in the rows of a later run', () => {
    const added = '1;Cost,price-column~SalesPrice,key~Number~Number,take~Value';
    const extended = reduce(stateAt(ran), { type: 'addColumns', added, computed: null });
    const later = reduce(extended, { type: 'refresh', anchor: null }, succeeded(1));
    expect(reduce(later, { type: 'undo' }).address).toMatchObject({ cacheKey: 'key-1', added: undefined });
  });

  test('of a saved view is there in another view of the snapshot, with the fields that it needs', () => {
    const view = {
      ...MY_VIEW,
      query: { v: '1', fields: 'Number' },
      display: { show: 'columns', refine: `1;all;${HERE}` },
      runsOnOpen: true,
    };
    const arrived = stateAt({ view: 'mine', show: 'pivot' });
    const scope = { ...TEST_SCOPE, views: [{ ...view, isDefault: false }] };
    const opened = reduceIn(scope, arrived, { type: 'viewsLoaded' });
    expect(opened.address).toMatchObject({ show: 'pivot', refine: `1;all;${HERE}` });
    expect(opened.run).toMatchObject({ request: { query: { fields: ['Number', 'Name'] } } });
  });

  test('is all that a check can hold: a longer list of the service is refused before it is named', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join('~');
    const draftOf = (count: number) =>
      appliedQuery({ v: '1', filter: `Name~is-any-of~${values(count)}` }, TEST_SCOPE) ?? WHOLE_COLUMN;
    const asked = (count: number) => reduce(stateAt(ran, draftOf(count)), { type: 'startCheck' });
    expect(asked(500)).toMatchObject({ request: { type: 'save-check' }, blockedRun: null });
    expect(asked(501)).toMatchObject({
      request: null,
      blockedRun: {
        problems: [{ where: { part: 'filter' }, problem: { kind: 'too-many-values', limit: 500 } }],
      },
    });
  });

  test('opens with a saved view', () => {
    const view = { ...MY_VIEW, display: { refine: `1;all;${HERE}` } };
    const opened = reduce(stateAt(ran), { type: 'openView', view });
    expect(opened.draft.filters).toMatchObject([{ field: 'Name', operator: 'does-not-contain' }]);
  });
});
