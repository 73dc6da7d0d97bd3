import type { Locator, Page } from '@playwright/test';
import { expect } from './expect';
import { typeInto } from './type-into';

/** The position of a data cell: `row` is 0-based over the whole snapshot, `column` is the name in its header. */
export interface CellPosition {
  readonly row: number;
  readonly column: string;
}

// ARIA counts from 1, and its first row is the header.
const HEADER_ROWS = 1;

/** Matches the text after a date that says what the date means today, in English and German. */
const MEANING_TODAY = /, (?:Ended|Starts later|Beendet|Gilt erst später)$/;

// A step is narrower than the narrowest view of the columns, so no column is skipped.
const WHEEL_STEP_PX = 200;

/** Finds cells of a virtualized grid by their ARIA positions, independent of where they are on the page. */
export class Grid {
  readonly root: Locator;

  constructor(page: Page, name = 'Results') {
    this.root = page.getByRole('grid', { name });
  }

  row(row: number): Locator {
    return this.root.locator(`[role="row"][aria-rowindex="${row + HEADER_ROWS + 1}"]`);
  }

  /** The data rows in the document, including rows that are loading. */
  get renderedRows(): Locator {
    return this.root.locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
  }

  /** Finds the header, but only while its column is rendered (see `reveal`). */
  header(column: string): Locator {
    return this.root.getByRole('columnheader', { name: headerName(column) });
  }

  /** Scrolls sideways by wheel until the column is rendered, because columns out of view are not in the document. */
  async reveal(column: string): Promise<void> {
    const header = this.header(column);
    if ((await header.count()) > 0) return;
    await this.root.hover();
    await this.#turnTo(header, `column ${column} is drawn`);
  }

  /** Returns a cell of a rendered row, and reveals its column. */
  async cell({ row, column }: CellPosition): Promise<Locator> {
    await this.reveal(column);
    const columnIndex = await this.header(column).getAttribute('aria-colindex');
    if (columnIndex === null) throw new Error(`The header ${column} has no aria-colindex.`);
    return this.row(row).locator(`[aria-colindex="${columnIndex}"]`);
  }

  /** Returns the texts of whole rows by column, scrolling sideways. The text of a cell with an accessible name is that name. */
  async readRows(rows: readonly number[]): Promise<Record<string, string>[]> {
    const read = rows.map((): Record<string, string> => ({}));
    await this.root.hover();
    const columnCount = Number(await this.root.getAttribute('aria-colcount'));
    await this.root.evaluate((root) => root.scrollTo({ left: 0 }));
    const unread = new Set(Array.from({ length: columnCount }, (_, index) => index + 1));
    for (;;) {
      const [headers, ...cellsOfRows] = await this.#readDrawn([0, ...rows.map((row) => row + HEADER_ROWS)]);
      if (headers === undefined) throw new Error('The grid has no header row.');
      for (const [index, cells] of cellsOfRows.entries()) {
        for (const [columnIndex, text] of cells) {
          const column = headers.get(columnIndex);
          // The focused cell is in the document even if its column is not.
          if (column !== undefined) Object.assign(read[index] ?? {}, { [column]: text });
        }
      }
      for (const columnIndex of headers.keys()) unread.delete(columnIndex);
      const [next] = unread;
      if (next === undefined) return read;
      await this.#turnTo(
        this.root.locator(`[role="columnheader"][aria-colindex="${next}"]`),
        `column ${next} is drawn`,
      );
    }
  }

  /** Scrolls to the right until the header is rendered. At the end of the columns, it turns to the left. */
  async #turnTo(header: Locator, what: string): Promise<void> {
    let stepPx = WHEEL_STEP_PX;
    await expect(async () => {
      if ((await header.count()) === 0) {
        // A slow page may handle several steps at once and skip the column, which is then found on the way back. Scrolling
        // beyond an end would scroll the elements around the grid, in the next steps as well.
        const { isAtStart, isAtEnd } = await this.root.evaluate((root) => ({
          isAtStart: root.scrollLeft < 1,
          isAtEnd: root.scrollLeft + root.clientWidth > root.scrollWidth - 1,
        }));
        if (isAtEnd) stepPx = -WHEEL_STEP_PX;
        if (isAtStart) stepPx = WHEEL_STEP_PX;
        await this.root.page().mouse.wheel(stepPx, 0);
      }
      expect(await header.count()).toBe(1);
    }, what).toPass({ intervals: [50] });
  }

  /** Returns the rendered cells of rows at one time, by aria-colindex. `ariaRows` are 0-based, including the header row. */
  async #readDrawn(ariaRows: readonly number[]): Promise<Map<number, string>[]> {
    const drawn = await this.root.evaluate(
      (root, rowIndexes) =>
        rowIndexes.map((rowIndex) =>
          [...root.querySelectorAll(`[role="row"][aria-rowindex="${rowIndex + 1}"] [aria-colindex]`)].map(
            (element): [number, string] => [
              Number(element.getAttribute('aria-colindex')),
              // The text of a header is only its label, without its position in the sort order.
              element.getAttribute('aria-label') ?? (element.firstElementChild ?? element).textContent ?? '',
            ],
          ),
        ),
      ariaRows,
    );
    // The text of a date is only its value, without its meaning today.
    return drawn.map(
      (cells) => new Map(cells.map(([columnIndex, text]) => [columnIndex, text.replace(MEANING_TODAY, '')])),
    );
  }

  /** Goes to a 0-based row by **Go to row**. The row becomes the first one in view, unless it is in view already. */
  async goToRow(row: number, formats = 'en-GB'): Promise<void> {
    const page = this.root.page();
    await page.keyboard.press('Control+g');
    const field = page.getByRole('textbox', { name: formats === 'de-DE' ? 'Gehe zu Zeile' : 'Go to row' });
    await typeInto(field, (row + 1).toLocaleString(formats));
    await field.press('Enter');
    await expect(field).toHaveCount(0);
  }

  /** Returns the number of data rows that the grid states. */
  async rowCount(): Promise<number> {
    return Number(await this.root.getAttribute('aria-rowcount')) - HEADER_ROWS;
  }

  async expectRowCount(rowCount: number): Promise<void> {
    await expect(this.root).toHaveAttribute('aria-rowcount', String(rowCount + HEADER_ROWS));
  }

  async expectRowLoaded(row: number): Promise<void> {
    await expect(this.row(row)).toBeVisible();
    await expect(this.row(row)).not.toHaveAttribute('aria-busy', 'true');
    // A row that failed to load is visible without loading, so this is checked, too.
    await expect(this.row(row).getByRole('gridcell', { name: /^Not loaded/ })).toHaveCount(0);
  }
}

/** Matches a header's name, in which more text may follow the column's name, such as its position in the sort order. */
function headerName(column: string): RegExp {
  return new RegExp(`^${column.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
}
