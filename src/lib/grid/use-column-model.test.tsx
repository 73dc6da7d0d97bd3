import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { DEFAULT_COLUMN_STATE, type ColumnState } from './grid-model';
import { shownColumnIds } from './shown-column-ids';
import { useColumnWidths } from './use-fitted-columns';
import { useColumnModel, type ColumnModel } from './use-column-model';

const COLUMNS = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id, align: 'left' }) as const);

function setUp(initial: Partial<ColumnState> = {}, columns: Parameters<typeof useColumnModel>[0] = COLUMNS) {
  const models = new Set<ColumnModel>();
  let renders = 0;
  const { result, rerender } = renderHook(() => {
    renders += 1;
    const [columnState, setColumnState] = useState({ ...DEFAULT_COLUMN_STATE, ...initial });
    // Passes a new callback with every render, as most callers do.
    const model = useColumnModel(columns, columnState, (next) => setColumnState(next));
    models.add(model);
    return { model, columnState };
  });
  return {
    rerender,
    models,
    renders: () => renders,
    state: () => result.current.columnState,
    change: (how: (model: ColumnModel) => void) => act(() => how(result.current.model)),
    order: () =>
      result.current.model.visibleColumns
        .map(({ columnId, pin }) => (pin === null ? columnId : `${columnId}:${pin}`))
        .join(' '),
    widthOf: (columnId: string) =>
      result.current.model.visibleColumns.find((column) => column.columnId === columnId)?.widthPx,
  };
}

describe('the column model', () => {
  test('shows columns without a stored order after the others, in their own order', () => {
    expect(setUp({ order: ['c', 'gone', 'a'] }).order()).toBe('c a b d');
  });

  test('shows pinned columns at their side and hidden ones nowhere', () => {
    const { change, order, state } = setUp({ hidden: ['b'] });
    change((model) => model.pin('d', 'start'));
    change((model) => model.pin('a', 'end'));
    expect(order()).toBe('d:start c a:end');
    change((model) => model.pin('a', 'start'));
    expect(order()).toBe('d:start a:start c');
    change((model) => model.pin('d', null));
    expect(order()).toBe('a:start c d');
    change((model) => model.hide('c'));
    expect(state()).toEqual({ ...DEFAULT_COLUMN_STATE, pinnedStart: ['a'], hidden: ['b', 'c'] });
  });

  test('puts the column pinned last next to the scrolling ones, on both sides', () => {
    const { change, order } = setUp({ pinnedStart: ['a'], pinnedEnd: ['d'] });
    change((model) => model.pin('b', 'start'));
    change((model) => model.pin('c', 'end'));
    expect(order()).toBe('a:start b:start c:end d:end');
  });

  test('counts a column that is pinned at both sides at the start', () => {
    expect(setUp({ pinnedStart: ['a'], pinnedEnd: ['a', 'b'] }).order()).toBe('a:start c d b:end');
  });

  test.each([
    ['a', 'c', 'b c a d'],
    ['d', 'a', 'd a b c'],
    ['b', 'b', 'a b c d'],
    ['b', 'gone', 'a b c d'],
  ])('moves %s to the position of %s', (columnId, targetId, expected) => {
    const { change, order } = setUp();
    change((model) => model.moveTo(columnId, targetId));
    expect(order()).toBe(expected);
  });

  test('moves a pinned column among pinned ones only', () => {
    const { change, order, state } = setUp({ pinnedStart: ['a', 'b'] });
    change((model) => model.moveTo('b', 'd'));
    expect(order()).toBe('a:start b:start c d');
    change((model) => model.moveTo('b', 'a'));
    expect(order()).toBe('b:start a:start c d');
    expect(state().order).toEqual([]);
  });

  test('keeps widths within what can be seen and used, and the widths of other columns', () => {
    const { change, state, widthOf } = setUp({ widthsPx: { gone: 70 } });
    change((model) => model.resize('a', 3));
    change((model) => model.resizeAll(new Map([['b', 30_000]])));
    expect(state().widthsPx).toEqual({ gone: 70, a: 56, b: 960 });
    expect([widthOf('a'), widthOf('b'), widthOf('c')]).toEqual([56, 960, 140]);
  });

  test('is one and the same object until columns or column state change, and renders once for a change', () => {
    const { change, rerender, models, renders } = setUp();
    rerender();
    rerender();
    expect(models.size).toBe(1);
    change((model) => model.resize('a', 200));
    rerender();
    expect([models.size, renders()]).toEqual([2, 5]);
  });

  test('knows columns by any name', () => {
    const names = ['__proto__', 'constructor', '1', 'toString'];
    const { change, order } = setUp(
      {},
      names.map((id) => ({ id, label: id, align: 'left' })),
    );
    expect(order()).toBe('__proto__ constructor 1 toString');
    change((model) => model.hide('__proto__'));
    change((model) => model.moveTo('toString', 'constructor'));
    expect(order()).toBe('toString constructor 1');
  });

  test('has the columns of shownColumnIds in any state', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'gone'));
    fc.assert(
      fc.property(names, names, names, names, (order, pinnedStart, pinnedEnd, hidden) => {
        const state = { order, pinnedStart, pinnedEnd, hidden };
        const shown = setUp(state)
          .order()
          .split(' ')
          .map((text) => text.replace(/:.*/, ''));
        const ids = COLUMNS.map(({ id }) => id);
        expect(shownColumnIds(ids, { ...DEFAULT_COLUMN_STATE, ...state }).join(' ')).toBe(shown.join(' '));
      }),
    );
  });
});

describe('columns with the names that every object inherits', () => {
  const names = ['constructor', '__proto__', 'toString'];
  const columns = names.map((id) => ({ id, label: id, align: 'left' }) as const);

  test('are made wider, moved and hidden as others are', () => {
    const { change, order, state, widthOf } = setUp({}, columns);
    expect(names.map(widthOf)).toEqual([140, 140, 140]);
    for (const name of names) change((model) => model.resize(name, 70));
    expect(names.map(widthOf)).toEqual([70, 70, 70]);
    expect(Object.entries(state().widthsPx)).toEqual(names.map((name) => [name, 70]));
    change((model) => model.moveTo('toString', 'constructor'));
    expect(order()).toBe('toString constructor __proto__');
    change((model) => model.hide('__proto__'));
    expect(order()).toBe('toString constructor');
  });

  test('take the width that fits them until somebody chooses one', () => {
    const visible = names.map((columnId) => ({ columnId, widthPx: 140, pin: null }));
    const fit = { needsPx: new Map(names.map((name) => [name, 90])), headersPx: new Map(), gutterWidthPx: 0 };
    const { result } = renderHook(() => useColumnWidths(visible, {}, new Map(), fit, 270));
    expect(result.current.map(({ widthPx }) => widthPx)).toEqual([90, 90, 90]);
  });
});
