import type { Locator } from '@playwright/test';
import { expect } from './expect';
import { rowAt } from '@mocks/data/price-sources';

/** A row as rendered on the page. */
export interface SeenRow {
  /** The 0-based index of the row in the whole snapshot. */
  readonly row: number;
  /** The distance from the top of the rows' viewport to the top of the row, in px. */
  readonly topPx: number;
  readonly bottomPx: number;
  readonly isBusy: boolean;
  /** The texts of the rendered cells, by column name. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface SeenRows {
  /** The rows that are at least partly in view, from top to bottom. */
  readonly rows: readonly SeenRow[];
  readonly viewHeightPx: number;
  /** The distance from the top of row 0 to the top of the view, in px. */
  readonly offsetPx: number;
}

/** Reads the visible rows of a grid in one frame. */
export async function seenRows(grid: Locator): Promise<SeenRows> {
  return grid.evaluate((root) => {
    const headerRow = root.querySelector('[role="row"][aria-rowindex="1"]');
    const view = root.getBoundingClientRect();
    const topOfRows = headerRow?.getBoundingClientRect().bottom ?? view.top;
    const viewHeightPx = view.top + root.clientHeight - topOfRows;
    const columns = new Map(
      [...(headerRow?.querySelectorAll('[role="columnheader"]') ?? [])].map((header) => [
        header.getAttribute('aria-colindex'),
        header.firstElementChild?.textContent ?? '',
      ]),
    );
    const rows = [...root.querySelectorAll('[role="row"][aria-rowindex]')]
      .filter((row) => row !== headerRow)
      .map((row) => {
        const box = row.getBoundingClientRect();
        return {
          row: Number(row.getAttribute('aria-rowindex')) - 2,
          topPx: box.top - topOfRows,
          bottomPx: box.bottom - topOfRows,
          isBusy: row.getAttribute('aria-busy') === 'true',
          cells: Object.fromEntries(
            [...row.querySelectorAll('[aria-colindex]')].map((cell) => [
              columns.get(cell.getAttribute('aria-colindex')) ?? '',
              cell.textContent,
            ]),
          ),
        };
      })
      .filter((row) => row.bottomPx > 0.5 && row.topPx < viewHeightPx - 0.5)
      .toSorted((a, b) => a.topPx - b.topPx);
    const [first] = rows;
    const rowHeightPx = first === undefined ? 0 : first.bottomPx - first.topPx;
    return { rows, viewHeightPx, offsetPx: first === undefined ? 0 : first.row * rowHeightPx - first.topPx };
  });
}

/** Columns whose cells show the stored value unchanged, in any format. */
const PLAIN_COLUMNS = ['ItemNumber', 'PriceList', 'Currency', 'Unit'];

/** Waits until consecutive rows fill the view, with the values of the data source, which are computed without the service. */
export async function expectTrueRows(grid: Locator, priceColumn = 'SalesPrice'): Promise<SeenRows> {
  let seen = await seenRows(grid);
  await expect(async () => {
    seen = await seenRows(grid);
    expect(seen.rows.filter((row) => row.isBusy).map((row) => row.row)).toEqual([]);
    expect(wrongRows(seen, priceColumn)).toEqual([]);
  }).toPass({ intervals: [30, 60, 120] });
  return seen;
}

function wrongRows({ rows, viewHeightPx }: SeenRows, priceColumn: string): string[] {
  const wrong: string[] = [];
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return ['no rows'];
  if (first.topPx > 0.5) wrong.push(`a gap of ${first.topPx} px above`);
  if (last.bottomPx < viewHeightPx - 0.5) wrong.push(`a gap of ${viewHeightPx - last.bottomPx} px below`);
  rows.forEach((seen, index) => {
    const before = rows[index - 1];
    if (
      before !== undefined &&
      (seen.row !== before.row + 1 || Math.abs(seen.topPx - before.bottomPx) > 0.01)
    ) {
      wrong.push(
        `row ${seen.row} at ${seen.topPx} px after row ${before.row}, which ends at ${before.bottomPx} px`,
      );
    }
    const truth = rowAt(priceColumn, seen.row);
    for (const column of PLAIN_COLUMNS) {
      const shown = seen.cells[column];
      if (shown !== undefined && shown !== (truth[column] ?? '∅')) {
        wrong.push(`row ${seen.row}, ${column}: ${shown} and not ${truth[column]}`);
      }
    }
    const entry = seen.cells['EntryNo']?.replaceAll(/\D/g, '');
    if (entry !== undefined && entry !== truth['EntryNo']) wrong.push(`row ${seen.row}: EntryNo ${entry}`);
  });
  return wrong;
}

/** Waits until the rows stop, because scrolling by wheel or fling continues for a while after its event. */
export async function settledOffsetPx(grid: Locator): Promise<number> {
  let before = Number.NaN;
  await expect(async () => {
    const { offsetPx } = await seenRows(grid);
    const isStill = offsetPx === before;
    before = offsetPx;
    expect(isStill).toBe(true);
  }).toPass({ intervals: [150] });
  return before;
}
