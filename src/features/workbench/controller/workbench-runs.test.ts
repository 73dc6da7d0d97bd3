import { describe, expect, test } from 'vitest';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import { conditionOf, type DraftFilter, type DraftQuery } from '../model/draft-query';
import { queryToSearch } from '../model/query-address';
import type { WorkbenchSearch } from '../model/workbench-search';
import { anchorAtRow } from '../snapshot/viewport-anchor';
import { appliedQuery, type WorkbenchState } from './workbench-state';
import type { WorkbenchAction } from './workbench-actions';
import {
  TEST_SCOPE,
  NO_ADDRESS,
  reduce,
  reduceIn,
  stateAt,
  edit,
  sort,
  RUN,
  FAILURE,
  succeeded,
  UNRUNNABLE,
  VALUE_DESCENDING,
  NAME_DESCENDING,
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

  test('that is retried after the service has refused a part is divided anew, at the same place', () => {
    const address: WorkbenchSearch = { v: '1', fields: 'Value', filter: 'Name~is~a' };
    const failed = reduce(
      stateAt(address),
      { type: 'refresh', anchor: anchorAtRow(3) },
      { type: 'runFailed', id: 1, failure: FAILURE },
    );
    const fields = TEST_SCOPE.priceColumn.fields.map((field) =>
      field.name === 'Name' ? { ...field, isFilterable: false } : field,
    );
    const learned = { ...TEST_SCOPE, priceColumn: { ...TEST_SCOPE.priceColumn, fields } };
    const again = reduceIn(learned, failed, { type: 'retryRun', anchor: anchorAtRow(9) });
    expect(again.run).toMatchObject({
      request: { anchor: { firstRow: 9 }, query: { fields: ['Value', 'Name'], filters: [] } },
    });
    const shown = reduceIn(learned, again, succeeded(2));
    expect(shown.address).toMatchObject({
      fields: 'Value,Name',
      refine: expect.stringContaining('Name') as string,
    });
    expect(shown.draft).toEqual(appliedQuery(shown.address, learned));

    const edited = reduceIn(learned, failed, sort('Value'), { type: 'retryRun', anchor: anchorAtRow(9) });
    expect(edited.run).toMatchObject({ request: { query: { sort: [] } } });
    expect(edited.draft.sort).toHaveLength(1);
  });

  test('that is retried after a field was lost never runs edits that were not run', () => {
    const failed = reduce(stateAt({ v: '1', sort: '-Value' }), RUN, {
      type: 'runFailed',
      id: 1,
      failure: FAILURE,
    });
    const fields = TEST_SCOPE.priceColumn.fields.filter(({ name }) => name !== 'Value');
    const lost = { ...TEST_SCOPE, priceColumn: { ...TEST_SCOPE.priceColumn, fields } };
    const again = reduceIn(lost, failed, sort('Name'), { type: 'retryRun', anchor: null });
    expect(again.run).toMatchObject({ request: { query: { sort: [{ column: 'Value' }] } } });
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
});
