import { expect, type Locator, type Page } from '@playwright/test';

/** Where a data cell is: `row` 0-based over the whole snapshot, `column` by the name in its header. */
export interface CellPlace {
  readonly row: number;
  readonly column: string;
}

// ARIA counts from 1, and its first row is the header.
const HEADER_ROWS = 1;

// A step is narrower than the narrowest view of the columns, so none is passed over.
const WHEEL_STEP_PX = 200;

/** Finds things in a virtualized grid by what assistive technology is told, wherever they are on the page. */
export class Grid {
  readonly root: Locator;

  constructor(page: Page, name = 'Results') {
    this.root = page.getByRole('grid', { name });
  }

  row(row: number): Locator {
    return this.root.locator(`[role="row"][aria-rowindex="${row + HEADER_ROWS + 1}"]`);
  }

  /** Rows of data in the document, those on their way included, the header not. */
  get renderedRows(): Locator {
    return this.root.locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
  }

  /** Found only while its column is drawn; see `reveal`. */
  header(column: string): Locator {
    return this.root.getByRole('columnheader', { name: headerName(column) });
  }

  /** Turns the wheel sideways until the column is drawn: those out of sight are not in the document. */
  async reveal(column: string): Promise<void> {
    const header = this.header(column);
    if ((await header.count()) > 0) return;
    await this.root.hover();
    const columnCount = await this.root.getAttribute('aria-colcount');
    const last = this.root.locator(`[role="columnheader"][aria-colindex="${columnCount}"]`);
    let stepPx = WHEEL_STEP_PX;
    await expect(async () => {
      // To the end first. A wheel turned against an end would be taken by what is around the grid, and so would the
      // next turns.
      if ((await last.count()) > 0) stepPx = -WHEEL_STEP_PX;
      if ((await header.count()) === 0) await this.root.page().mouse.wheel(stepPx, 0);
      expect(await header.count()).toBe(1);
    }, `column ${column} is drawn`).toPass({ intervals: [50] });
  }

  /** A cell of a row that is drawn; its column is revealed. */
  async cell({ row, column }: CellPlace): Promise<Locator> {
    await this.reveal(column);
    const columnIndex = await this.header(column).getAttribute('aria-colindex');
    if (columnIndex === null) throw new Error(`The header ${column} tells no aria-colindex.`);
    return this.row(row).locator(`[aria-colindex="${columnIndex}"]`);
  }

  /**
   * What whole rows show, each by column: turns the wheel sideways from the first column to the last. A cell that is
   * named, such as one without a value, is told by that name.
   */
  async readRows(rows: readonly number[]): Promise<Record<string, string>[]> {
    const read = rows.map((): Record<string, string> => ({}));
    await this.root.hover();
    const columnCount = Number(await this.root.getAttribute('aria-colcount'));
    await this.#turnTo(1, -WHEEL_STEP_PX);
    for (let done = 0; done < columnCount;) {
      const headers = await this.#readCells(this.root.locator('[role="row"][aria-rowindex="1"]'));
      for (const [index, row] of rows.entries()) {
        const cells = await this.#readCells(this.row(row));
        for (const [place, text] of cells) {
          const column = headers.get(place);
          // The focused cell is in the document even where its column is not.
          if (column !== undefined) Object.assign(read[index] ?? {}, { [column]: text });
        }
      }
      done = Math.max(...headers.keys());
      if (done < columnCount) await this.#turnTo(done + 1, WHEEL_STEP_PX);
    }
    return read;
  }

  async #turnTo(columnIndex: number, stepPx: number): Promise<void> {
    const header = this.root.locator(`[role="columnheader"][aria-colindex="${columnIndex}"]`);
    await expect(async () => {
      if ((await header.count()) === 0) await this.root.page().mouse.wheel(stepPx, 0);
      expect(await header.count()).toBe(1);
    }, `column ${columnIndex} is drawn`).toPass({ intervals: [50] });
  }

  /** The cells of a row as they are drawn now, by aria-colindex. */
  async #readCells(row: Locator): Promise<Map<number, string>> {
    return new Map(
      await row.locator('[aria-colindex]').evaluateAll((cells) =>
        cells.map((cell): [number, string] => [
          Number(cell.getAttribute('aria-colindex')),
          // Of a header the label alone, without its place in the sort order.
          cell.getAttribute('aria-label') ?? (cell.firstElementChild ?? cell).textContent ?? '',
        ]),
      ),
    );
  }

  /** How many rows of data the grid says it has. */
  async rowCount(): Promise<number> {
    return Number(await this.root.getAttribute('aria-rowcount')) - HEADER_ROWS;
  }

  async expectRowCount(rowCount: number): Promise<void> {
    await expect(this.root).toHaveAttribute('aria-rowcount', String(rowCount + HEADER_ROWS));
  }

  /** Waits until the row is there with its content. */
  async expectRowLoaded(row: number): Promise<void> {
    await expect(this.row(row)).toBeVisible();
    await expect(this.row(row)).not.toHaveAttribute('aria-busy', 'true');
    // One that failed is not on its way either.
    await expect(this.row(row).getByRole('gridcell', { name: /^Not loaded/ })).toHaveCount(0);
  }
}

/** A header's name may go on after the column's own, with its place in the sort order for one. */
function headerName(column: string): RegExp {
  return new RegExp(`^${column.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
}
