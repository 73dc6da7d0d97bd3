import { expect, type Locator, type Page } from '@playwright/test';

/** Where a data cell is: `row` 0-based over the whole snapshot, `column` by the name in its header. */
export interface CellPlace {
  readonly row: number;
  readonly column: string;
}

// ARIA counts from 1, and its first row is the header.
const HEADER_ROWS = 1;

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

  header(column: string): Locator {
    return this.root.getByRole('columnheader', { name: headerName(column) });
  }

  async cell({ row, column }: CellPlace): Promise<Locator> {
    const columnIndex = await this.header(column).getAttribute('aria-colindex');
    if (columnIndex === null) throw new Error(`The header ${column} tells no aria-colindex.`);
    return this.row(row).locator(`[aria-colindex="${columnIndex}"]`);
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
  }
}

/** A header's name may go on after the column's own, with its place in the sort order for one. */
function headerName(column: string): RegExp {
  return new RegExp(`^${column.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
}
