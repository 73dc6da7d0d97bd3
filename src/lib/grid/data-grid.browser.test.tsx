import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { IS_LONG } from '@/test/runs';
import { DataGrid } from './data-grid';
import type { GridEvents } from './data-grid-props';
import {
  DEFAULT_COLUMN_STATE,
  type ColumnState,
  type GridCell,
  type GridColumn,
  type GridDensity,
  type GridRows,
  type GridSort,
} from './grid-model';
import { NO_SELECTION } from './selection';

const COLUMN_IDS = ['a', 'b', 'c', 'd', 'e'];
const COLUMNS = COLUMN_IDS.map((id) => ({ id, label: `Column ${id}`, align: 'left' }) as const);
const NO_FILTERS: ReadonlySet<string> = new Set();
const SETTINGS = { density: 'normal', wrapsText: false, keepsKeys: true, tabMoves: false } as const;

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

/** Creates rows whose content is their index. If `isLoaded` is false, the rows are loading until the test calls `load`. */
function rowsOf(rowCount: number, isLoaded = true) {
  const listeners = new Set<() => void>();
  let version = 0;
  let hasLoaded = isLoaded;
  const rows: GridRows<number> = {
    rowCount,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getVersion: () => version,
    getRowState: () => (hasLoaded ? 'ready' : 'loading'),
    getRow: (rowIndex) => (hasLoaded ? rowIndex : null),
    setVisibleRows: vi.fn<GridRows<number>['setVisibleRows']>(),
    retry: vi.fn<GridRows<number>['retry']>(),
  };
  const load = () => {
    hasLoaded = true;
    version += 1;
    for (const listener of listeners) listener();
  };
  return { rows, load };
}

interface MountOptions {
  readonly definitions?: readonly GridColumn[];
  readonly textOf?: (rowIndex: number, columnId: string) => string;
  readonly cellOf?: (rowIndex: number, columnId: string) => GridCell;
  readonly density?: GridDensity;
  readonly widthPx?: number;
  readonly wrapsText?: boolean;
  readonly sort?: readonly GridSort[];
  readonly filtered?: ReadonlySet<string>;
}

function mount(
  rows: GridRows<number>,
  {
    definitions = COLUMNS,
    textOf = (rowIndex, columnId) => `${columnId} ${rowIndex}`,
    cellOf = (rowIndex, columnId) => ({ state: 'value', text: textOf(rowIndex, columnId) }),
    density = 'normal',
    widthPx = 800,
    wrapsText = false,
    sort = [],
    filtered = NO_FILTERS,
  }: MountOptions = {},
) {
  const events = {
    onSort: vi.fn<GridEvents['onSort']>(),
    onSelectionChange: vi.fn<GridEvents['onSelectionChange']>(),
    onOpenCell: vi.fn<GridEvents['onOpenCell']>(),
    onMenu: vi.fn<GridEvents['onMenu']>(),
    onKeyDown: vi.fn<GridEvents['onKeyDown']>(),
    onPinsWithoutRoom: vi.fn<GridEvents['onPinsWithoutRoom']>(),
  };
  const getCell = vi.fn(cellOf);
  const host = document.createElement('div');
  host.style.cssText = `width: ${widthPx}px; height: 400px`;
  document.body.append(host);
  const mounted = createRoot(host);
  root = mounted;
  let columnState: ColumnState = DEFAULT_COLUMN_STATE;
  const render = () => {
    mounted.render(
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <DataGrid
          label="Rows"
          rows={rows}
          columns={{
            definitions,
            getCell,
            state: columnState,
            onStateChange: (next) => {
              columnState = next;
              render();
            },
            sort,
            filtered,
          }}
          settings={{ ...SETTINGS, density, wrapsText }}
          matches={null}
          initial={{ row: 0, rowCut: 0, focus: null, selection: NO_SELECTION }}
          events={events}
          formatInteger={(value) => value.toLocaleString('en-GB')}
          announce={() => {}}
        />
      </IntlProvider>,
    );
  };
  flushSync(render);
  return {
    events,
    getCell,
    columnState: () => columnState,
    changeColumnState: (changes: Partial<ColumnState>) => {
      columnState = { ...columnState, ...changes };
      flushSync(render);
    },
  };
}

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`${selector} is not in the document.`);
  return element;
}

const grid = () => find('[role="grid"]');
const row = (rowIndex: number) => document.querySelector(`[role="row"][aria-rowindex="${rowIndex + 2}"]`);
const cell = (rowIndex: number, columnIndex: number) =>
  find(`[aria-rowindex="${rowIndex + 2}"] > [aria-colindex="${columnIndex + 1}"]`);
const header = (columnIndex: number) => find(`[role="columnheader"][aria-colindex="${columnIndex + 1}"]`);
const renderedRows = () =>
  [...document.querySelectorAll('[role="row"][data-row]')].map((each) =>
    Number(each.getAttribute('data-row')),
  );
/** The width at which a cell shows its whole text. */
function needPx(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const borderPx = element.offsetWidth - element.clientWidth;
  return Math.ceil(textWidthPx(element) + parseFloat(paddingLeft) + parseFloat(paddingRight) + borderPx);
}
function textWidthPx(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
const widthPx = (element: Element) => element.getBoundingClientRect().width;
const headerTexts = () =>
  [...document.querySelectorAll('[role="columnheader"]')].map((element) => element.textContent);
/** The row and column of the focused cell, 1-based as ARIA counts them. */
const focusedCell = () => [
  document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex'),
  document.activeElement?.getAttribute('aria-colindex'),
];

/** Whether an element is inside the grid's visible box, not just in the document. */
function isInView(element: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), grid().getBoundingClientRect()];
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}

describe.each([1_000, 1_000_000_000])('a grid of %i rows', (rowCount) => {
  /** With few rows, positions are not scaled. Tests that then check nothing new are left out, except in long test runs. */
  const tags = rowCount === 1_000 ? ['long'] : [];

  it('shows its first rows, and its last one after Ctrl+End', async () => {
    const { rows } = rowsOf(rowCount);
    mount(rows);
    expect(grid().getAttribute('aria-rowcount')).toBe(String(rowCount + 1));
    expect(grid().getAttribute('aria-colcount')).toBe('5');
    expect(cell(0, 0).textContent).toBe('a 0');
    expect(row(0)?.querySelector('[data-gutter]')?.textContent).toBe('1');
    expect(isInView(cell(0, 0))).toBe(true);
    expect(row(rowCount - 1)).toBeNull();

    await userEvent.click(cell(0, 0));
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(focusedCell()).toEqual([String(rowCount + 1), '5']);
    expect(cell(rowCount - 1, 4).textContent).toBe(`e ${rowCount - 1}`);
    expect(isInView(cell(rowCount - 1, 4))).toBe(true);
    expect(rows.setVisibleRows).toHaveBeenLastCalledWith(expect.objectContaining({ rowEnd: rowCount }));

    await userEvent.keyboard('{Control>}{Home}{/Control}');
    expect(focusedCell()).toEqual(['2', '1']);
    expect(isInView(cell(0, 0))).toBe(true);
  });

  it('extends the selection by keyboard and reports it, while the focus stays', { tags }, async () => {
    const { events } = mount(rowsOf(rowCount).rows);
    await userEvent.click(cell(2, 1));
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
    expect(focusedCell()).toEqual(['4', '2']);
    expect(document.querySelectorAll('[role="gridcell"][aria-selected="true"]')).toHaveLength(6);
    expect(events.onSelectionChange.mock.lastCall?.[0].areas).toEqual([
      { rowStart: 2, rowEnd: 5, columnStart: 1, columnEnd: 3 },
    ]);
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(events.onSelectionChange.mock.lastCall?.[0].areas).toEqual([
      { rowStart: 0, rowEnd: rowCount, columnStart: 0, columnEnd: 5 },
    ]);
    await userEvent.keyboard('{Escape}');
    expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(0);
  });

  it('keeps the focused cell in the document when its row is scrolled out of view', async () => {
    mount(rowsOf(rowCount).rows);
    await userEvent.click(cell(3, 2));
    grid().scrollTop += 20_000;
    await vi.waitFor(() => expect(row(0)).toBeNull());
    expect(focusedCell()).toEqual(['5', '3']);
    expect(isInView(cell(3, 2))).toBe(false);
    await userEvent.keyboard('{ArrowDown}');
    expect(focusedCell()).toEqual(['6', '3']);
    expect(isInView(cell(4, 2))).toBe(true);

    // The second case: the focused row is below the visible rows.
    await userEvent.keyboard('{Control>}{End}{/Control}');
    grid().scrollTop -= 20_000;
    await vi.waitFor(() => expect(row(rowCount - 2)).toBeNull());
    expect(focusedCell()).toEqual([String(rowCount + 1), '5']);
    await userEvent.keyboard('{ArrowUp}');
    expect(focusedCell()).toEqual([String(rowCount), '5']);
  });

  it('renders only the rows that come into view while it is scrolled', async () => {
    const { getCell } = mount(rowsOf(rowCount).rows);
    const seen = new Set(renderedRows());
    getCell.mockClear();
    grid().scrollTop += 5 * 32;
    await vi.waitFor(() => expect(getCell).toHaveBeenCalled());
    // Row 0 contains the tab stop, so it stays in the document and is moved out of view.
    const again = getCell.mock.calls.filter(([rowIndex]) => rowIndex !== 0 && seen.has(rowIndex));
    expect(again).toEqual([]);
  });
});

describe('the columns of a grid', () => {
  it('are resized, moved and sorted by keyboard through their state', async () => {
    const { columnState, events } = mount(rowsOf(1_000).rows);
    const before = widthPx(header(0));
    await userEvent.click(cell(0, 0));
    await userEvent.keyboard('{ArrowUp}{Alt>}{ArrowRight}{/Alt}');
    expect(columnState().widthsPx).toEqual({ a: before + 16 });
    expect(widthPx(header(0))).toBe(before + 16);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(headerTexts()).toEqual(['b', 'a', 'c', 'd', 'e'].map((id) => `Column ${id}`));
    expect(document.activeElement?.textContent).toBe('Column a');
    await userEvent.keyboard('{Enter}');
    expect(events.onSort).toHaveBeenCalledWith('a', { isAdditive: false });
  });

  it('are pinned and hidden by their state, and the focus stays in the grid', async () => {
    const { changeColumnState } = mount(rowsOf(1_000).rows);
    changeColumnState({ pinnedStart: ['d'], pinnedEnd: ['a'] });
    expect(headerTexts()).toEqual(['d', 'b', 'c', 'e', 'a'].map((id) => `Column ${id}`));
    expect(cell(0, 0).textContent).toBe('d 0');

    await userEvent.click(cell(1, 2));
    changeColumnState({ hidden: ['c'] });
    expect(headerTexts()).toEqual(['d', 'b', 'e', 'a'].map((id) => `Column ${id}`));
    expect(grid().getAttribute('aria-colcount')).toBe('4');
    expect(document.activeElement?.textContent).toBe('e 1');
  });

  it('say by which of them the rows are sorted', () => {
    mount(rowsOf(1).rows, { sort: [{ columnId: 'b', direction: 'descending' }] });
    expect([0, 1, 2].map((index) => header(index).ariaSort)).toEqual([null, 'descending', null]);
  });

  it('report pinned columns that do not fit', () => {
    const { changeColumnState, events } = mount(rowsOf(1_000).rows);
    changeColumnState({ pinnedStart: COLUMN_IDS });
    expect(events.onPinsWithoutRoom).toHaveBeenLastCalledWith(['d', 'e']);
  });
});

describe('the widths of columns', () => {
  const PRICES: readonly GridColumn[] = [
    { id: 'id', label: 'Id', align: 'right', content: 'figures', isKey: true },
    { id: 'name', label: 'Name', align: 'left', content: 'text' },
    { id: 'price', label: 'Price', align: 'right', content: 'figures' },
  ];
  const LONG_NAME = 'A name that is much longer than a column of text usually is';
  /** Later rows have more digits than the rows to which the columns are fitted. */
  const textOf = (rowIndex: number, columnId: string) => {
    if (columnId === 'name') return LONG_NAME;
    return columnId === 'id'
      ? String(1_000_000 + rowIndex)
      : `-1,234,567.5${rowIndex < 500 ? '0' : '0'.repeat(9)}`;
  };

  it('fit their values, text takes the room that is left, and row numbers what the largest takes', () => {
    mount(rowsOf(1_000_000).rows, { definitions: PRICES, textOf, widthPx: 1_000 });
    const gutterPx = widthPx(find('[data-gutter]'));
    expect([0, 1, 2].map((index) => widthPx(header(index))).reduce((sum, each) => sum + each, gutterPx)).toBe(
      1_000,
    );
    for (const index of [0, 1, 2]) {
      expect(cell(0, index).scrollWidth).toBeLessThanOrEqual(cell(0, index).clientWidth);
    }
    expect(gutterPx).toBeGreaterThan(60);
    root?.unmount();
    mount(rowsOf(9).rows, { definitions: PRICES, textOf, widthPx: 1_000 });
    expect(widthPx(find('[data-gutter]'))).toBeLessThan(32);
  });

  it('leave the label of a header whole beside its marks', () => {
    const marked = ['a', 'b', 'c'];
    mount(rowsOf(100).rows, {
      definitions: marked.map((id) => ({ id, label: 'Value', align: 'right', content: 'figures' })),
      textOf: () => '1',
      sort: marked.map((columnId) => ({ columnId, direction: 'ascending' })),
      filtered: new Set(['b', 'c']),
    });

    for (const index of marked.keys()) {
      const label = header(index).firstElementChild;
      expect(label?.textContent).toBe('Value');
      expect(label?.scrollWidth).toBe(label?.clientWidth);
    }
  });

  it.each(IS_LONG ? (['left', 'right', 'center'] as const) : (['left'] as const))(
    'leave the arrow and the start of the label in sight beside the menu of a header with text at the %s',
    async (align) => {
      const { changeColumnState } = mount(rowsOf(3).rows, {
        definitions: [{ id: 'a', label: 'Value', align, content: 'figures' }],
        textOf: () => '1',
        sort: [{ columnId: 'a', direction: 'ascending' }],
      });
      const [label, arrow, menu] = ['span', 'svg', '[data-menu]'].map((selector) => {
        const element = header(0).querySelector(selector);
        if (element === null) throw new Error(`There is no ${selector}.`);
        return element;
      });
      const box = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
      const isApart = (one: Element | undefined, other: Element | undefined) =>
        box(one).right <= box(other).left || box(other).right <= box(one).left;
      const before = box(label);

      await userEvent.hover(header(0));
      expect(box(menu).width).toBe(24);
      expect(isApart(arrow, menu)).toBe(true);
      expect(isApart(label, menu)).toBe(true);
      expect(box(label).width).toBeGreaterThan(0);
      await userEvent.unhover(header(0));
      expect(box(label)).toEqual(before);

      header(0).focus();
      expect(box(menu).width).toBe(24);
      expect(isApart(arrow, menu)).toBe(true);
      header(0).blur();

      // If there is room beside the label, nothing moves to make room for the menu button.
      changeColumnState({ widthsPx: { a: 200 } });
      const [labelBefore, arrowBefore] = [box(label), box(arrow)];
      await userEvent.hover(header(0));
      expect(box(menu).width).toBe(24);
      expect([box(label), box(arrow)]).toEqual([labelBefore, arrowBefore]);
      await userEvent.unhover(header(0));
    },
  );

  it('leave the label of figures whole, whose letters do not move together', () => {
    mount(rowsOf(3).rows, {
      definitions: [{ id: 'a', label: 'AVAVAVAV', align: 'right', content: 'figures', isSortable: false }],
      textOf: () => '1',
    });
    const label = header(0).firstElementChild;
    expect(label?.scrollWidth).toBe(label?.clientWidth);
  });

  it('are exact to the pixel after a double click on the edge', async () => {
    const { columnState } = mount(rowsOf(100).rows, { definitions: PRICES, textOf, widthPx: 1_000 });
    for (const [index, { id }] of PRICES.entries()) {
      header(index)
        .querySelector('[data-resize]')
        ?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      await vi.waitFor(() => expect(columnState().widthsPx).toHaveProperty(id));
      expect(columnState().widthsPx[id]).toBe(needPx(cell(0, index)));
    }
  });

  it('never cut a number: it is whole, or ### with the value on hover and as its name', async () => {
    const { changeColumnState } = mount(rowsOf(1_000).rows, { definitions: PRICES, textOf });
    const fits = (element: HTMLElement) => element.scrollWidth <= element.clientWidth;
    changeColumnState({ widthsPx: { price: 140 } });
    const wholePx = needPx(cell(0, 2));
    const all = Array.from({ length: 140 - 56 }, (_, index) => 56 + index);
    // A few widths suffice: the narrowest, those around the width at which the text fits, and a wide one.
    const widths = IS_LONG ? all : [56, wholePx - 10, wholePx - 1, wholePx, wholePx + 1, 139];
    const values = [];
    for (const width of widths) {
      changeColumnState({ widthsPx: { price: width } });
      const { textContent, title, ariaLabel } = cell(0, 2);
      expect(fits(cell(0, 2))).toBe(true);
      values.push(textContent);
      if (textContent === '###') expect([title, ariaLabel]).toEqual(['-1,234,567.50', '-1,234,567.50']);
    }
    const firstWhole = values.indexOf('-1,234,567.50');
    expect(firstWhole).toBeGreaterThan(0);
    expect(values.slice(0, firstWhole)).toEqual(values.slice(0, firstWhole).map(() => '###'));
    expect(values.slice(firstWhole)).toEqual(values.slice(firstWhole).map(() => '-1,234,567.50'));
    // A column one pixel narrower would cut the text off.
    expect(widths[firstWhole]).toBe(wholePx);
  });

  it('stay as they are while rows scroll, however long later numbers are', async () => {
    mount(rowsOf(1_000).rows, { definitions: PRICES, textOf, widthPx: 1_000 });
    const before = [0, 1, 2].map((index) => widthPx(header(index)));
    await userEvent.click(cell(0, 2));
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(cell(999, 2).textContent).toBe('###');
    expect(cell(999, 2).title).toBe('-1,234,567.5000000000');
    expect([0, 1, 2].map((index) => widthPx(header(index)))).toEqual(before);
  });

  it('follow the spacing of letters that a user sets', async () => {
    mount(rowsOf(100).rows, { definitions: PRICES, textOf, widthPx: 400 });
    const before = widthPx(header(2));
    grid().style.letterSpacing = '0.12em';
    await vi.waitFor(() => expect(widthPx(header(2))).toBeGreaterThan(before));
    expect(cell(0, 2).textContent).toBe('-1,234,567.50');
    expect(cell(0, 2).scrollWidth).toBeLessThanOrEqual(cell(0, 2).clientWidth);
  });
});

describe.each([1_000, 1_000_000_000])('wrapped text in a grid of %i rows', (rowCount) => {
  const definitions: readonly GridColumn[] = [{ id: 'name', label: 'Name', align: 'left', content: 'text' }];
  const far = rowCount / 2;
  const tags = rowCount === 1_000 ? ['long'] : [];
  const textOf = (rowIndex: number) =>
    rowIndex < far ? 'two words' : 'many words that need more than three lines';
  const rowPx = (rowIndex: number) => row(rowIndex)?.getBoundingClientRect().height;

  it('makes rows as high as the text needs, at most three lines, at any place', { tags }, async () => {
    const { changeColumnState } = mount(rowsOf(rowCount).rows, { definitions, textOf, wrapsText: true });
    expect(rowPx(0)).toBe(32);
    changeColumnState({ widthsPx: { name: 70 } });
    await vi.waitFor(() => expect(rowPx(0)).toBe(2 * 21 + 1));
    await userEvent.click(cell(0, 0));
    await userEvent.keyboard('{Control>}{End}{/Control}');
    // Longer text makes all rows higher once the rows have stopped moving. The last row must stay in view.
    await vi.waitFor(() => expect(rowPx(rowCount - 1)).toBe(3 * 21 + 1));
    expect(isInView(cell(rowCount - 1, 0))).toBe(true);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    expect(isInView(cell(0, 0))).toBe(true);
    expect(rowPx(0)).toBe(3 * 21 + 1);
    changeColumnState({ widthsPx: { name: 300 } });
    await vi.waitFor(() => expect(rowPx(0)).toBe(32));
  });
});

it('keeps key columns in view sideways where they leave room, and in their order', async () => {
  const definitions: readonly GridColumn[] = COLUMNS.map((column) => ({
    ...column,
    isKey: column.id === 'b',
  }));
  const { changeColumnState } = mount(rowsOf(100).rows, { definitions, widthPx: 500 });
  changeColumnState({ widthsPx: { a: 300, b: 100, c: 300, d: 300, e: 300 } });
  const leftPx = (index: number) =>
    cell(0, index).getBoundingClientRect().left - grid().getBoundingClientRect().left;
  const gutterPx = widthPx(find('[data-gutter]'));
  expect(leftPx(1)).toBe(gutterPx + 300);
  grid().scrollLeft = 200;
  await vi.waitFor(() => expect(leftPx(1)).toBe(gutterPx + 100));
  grid().scrollLeft = 600;
  await vi.waitFor(() => expect(leftPx(1)).toBe(gutterPx));
  expect(leftPx(2)).toBe(gutterPx + 400 - 600);
  // Key columns may take two fifths of the view, here 200 px.
  changeColumnState({ widthsPx: { a: 300, b: 190, c: 300, d: 300, e: 300 } });
  await vi.waitFor(() =>
    expect(document.querySelector('[aria-rowindex="2"] > [aria-colindex="2"]')).toBeNull(),
  );
});

it('keeps the main column at the end of the view until its own place is scrolled to', async () => {
  const definitions: readonly GridColumn[] = COLUMNS.map((column) => ({
    ...column,
    isMain: column.id === 'd',
  }));
  const { changeColumnState } = mount(rowsOf(100).rows, { definitions, widthPx: 500 });
  changeColumnState({ widthsPx: { a: 300, b: 300, c: 300, d: 100, e: 600 } });
  const endPx = () =>
    cell(0, 3).getBoundingClientRect().right - grid().getBoundingClientRect().left - grid().clientWidth;
  expect(endPx()).toBe(0);
  grid().scrollLeft = 300;
  await vi.waitFor(() => expect(cell(0, 1).getBoundingClientRect().left).toBeLessThan(100));
  expect(endPx()).toBe(0);
  const ownPlacePx = widthPx(find('[data-gutter]')) + 1_000 - grid().clientWidth;
  grid().scrollLeft = ownPlacePx + 50;
  await vi.waitFor(() => expect(endPx()).toBe(-50));
});

it.each(['compact', 'normal', 'comfortable'] as const)(
  'rows of cells without a value are as high as others: %s',
  async (density) => {
    const states: readonly GridCell[] = [
      { state: 'value', text: 'Ångström 漢字 😀' },
      { state: 'null' },
      { state: 'empty' },
      { state: 'withheld' },
    ];
    for (const wrapsText of [false, true]) {
      mount(rowsOf(12).rows, {
        density,
        wrapsText,
        cellOf: (rowIndex) => states[rowIndex % states.length] ?? { state: 'empty' },
      });
      const tops = [0, 1, 2, 3, 4].map((index) => row(index)?.getBoundingClientRect().top ?? NaN);
      const [height = NaN, ...heights] = tops.slice(1).map((top, index) => top - (tops[index] ?? NaN));
      expect(height).toBeGreaterThan(20);
      expect(heights).toEqual([height, height, height]);
      for (const index of [0, 1, 2, 3]) {
        expect(cell(index, 0).getBoundingClientRect().height).toBe(height);
        expect(cell(index, 0).scrollHeight).toBeLessThanOrEqual(height);
      }
      root?.unmount();
      document.body.replaceChildren();
    }
  },
);

it('shows rows as loading until they arrive', () => {
  const { rows, load } = rowsOf(1_000, false);
  mount(rows);
  expect(row(0)?.getAttribute('aria-busy')).toBe('true');
  expect(cell(0, 0).textContent).not.toBe('a 0');
  expect(rows.setVisibleRows).toHaveBeenLastCalledWith(
    expect.objectContaining({ rowStart: 0, direction: 'down', isFast: false }),
  );
  flushSync(load);
  expect(row(0)?.getAttribute('aria-busy')).toBeNull();
  expect(cell(0, 0).textContent).toBe('a 0');
});
