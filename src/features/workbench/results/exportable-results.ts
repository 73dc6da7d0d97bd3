import type { ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';
import type { HighlightRule } from '@/contract/row-judge';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import type { OpenSnapshot, ReceivePage } from '@/analysis/snapshot/open-snapshot';

/** The snapshot on screen with everything an export needs to know about it. */
export interface ExportableResults extends ShownResults {
  readonly priceColumn: PriceColumn;
  /** A description of the query; null if the address does not contain the query. */
  readonly queryText: string | null;
  readonly search: Readonly<Record<string, string>>;
  /** The JSON body of a request that takes a snapshot of the same query; null if unknown. */
  readonly requestBody: string | null;
  /** The highlights of the rows. An exported workbook fills its cells with the same colors. */
  readonly highlights: readonly HighlightRule[];
  /** Returns a page of the rows that a view has read; undefined unless a view has read all rows. */
  readonly receivePage: ReceivePage | undefined;
  /** Opens the dialog with programs that read the snapshot outside the browser. */
  readonly onShowJobs: () => void;
}

export interface ShownResults {
  readonly snapshot: Snapshot;
  /** The snapshot whose rows the kept copy on screen contains; absent for a snapshot of the service. */
  readonly copyOf: { readonly cacheKey: string } | undefined;
  /** The time of the snapshot by this computer's clock, like `expiresAtMs`. */
  readonly takenAtMs: number;
  readonly expiresAtMs: number;
  /** All columns of the snapshot, in the order of the cells of a row. */
  readonly columns: readonly string[];
  /** The visible columns in visual order. */
  readonly shownColumns: readonly string[];
  /** The selected rectangle if it has several cells; null without a selection or with several rectangles. */
  readonly selection: ResultsSelection | null;
  readonly sampleRows: readonly SnapshotRow[];
  readonly hasExpired: boolean;
  /** Takes a new snapshot of the same query, and opens it at the current scroll position. */
  readonly onTakeNew: () => void;
}

/** A selected rectangle. Its rows are 0-based, and `rowEnd` is exclusive. */
export interface ResultsSelection {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columns: readonly string[];
}

/** Where additional tools are rendered: in the toolbar, in a notice that recommends them, or in the **Changes** view. */
export type ToolSlot = 'toolbar' | 'notice' | 'changes';

/** Renders additional tools for the rows of a snapshot; `getResults` is called when a tool is used. */
export type RenderTools = (getResults: () => ShownResults, slot: ToolSlot, cacheKey: string) => ReactNode;

const SAMPLE_ROWS = 200;

/** Collects what an export needs to know. `cells` is null until the grid has reported its selection. */
export function shownResults(
  openSnapshot: OpenSnapshot,
  cells: SelectedCells | null,
  firstRow: number,
  ending: Pick<ShownResults, 'hasExpired' | 'onTakeNew'>,
): ShownResults {
  return {
    snapshot: openSnapshot.snapshot,
    copyOf: openSnapshot.keptCopy,
    takenAtMs: openSnapshot.takenAtMs,
    expiresAtMs: openSnapshot.expiresAtMs,
    columns: openSnapshot.columns,
    shownColumns: cells?.columnIds ?? openSnapshot.columns,
    selection: cells === null ? null : singleRectangle(cells),
    sampleRows: sampleRows(openSnapshot, firstRow),
    ...ending,
  };
}

/** A single cell only marks the focus, so it does not count as a selection to export. */
function singleRectangle({ areas, columnIds }: SelectedCells): ResultsSelection | null {
  const [area] = areas;
  if (area === undefined || areas.length > 1) return null;
  const columns = columnIds.slice(area.columnStart, area.columnEnd);
  const isOneCell = area.rowEnd - area.rowStart === 1 && columns.length === 1;
  return isOneCell ? null : { rowStart: area.rowStart, rowEnd: area.rowEnd, columns };
}

/** Returns the loaded rows among the `SAMPLE_ROWS` rows that begin at `rowStart`. */
function sampleRows({ rows, snapshot }: OpenSnapshot, rowStart: number): SnapshotRow[] {
  const sample: SnapshotRow[] = [];
  const end = Math.min(snapshot.rowCount, rowStart + SAMPLE_ROWS);
  for (let index = Math.max(0, rowStart); index < end; index += 1) {
    const row = rows.getRow(index);
    if (row !== null) sample.push(row);
  }
  return sample;
}
