import type { PriceColumn } from '@/contract/column';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import type { OpenSnapshot } from '../snapshot/open-snapshot';

/** What is on screen, as whoever exports it needs to know. */
export interface ExportableResults extends ShownResults {
  readonly priceColumn: PriceColumn;
  /** The query in words; null where it is not known. */
  readonly queryWords: string | null;
  /** The body that takes such a snapshot, as JSON; null where it is not known. */
  readonly requestBody: string | null;
}

export interface ShownResults {
  readonly snapshot: Snapshot;
  /** By this computer's clock. */
  readonly expiresAtMs: number;
  /** Of the snapshot, in the order of its rows' cells. */
  readonly columns: readonly string[];
  /** Those on screen, in their order there. */
  readonly shownColumns: readonly string[];
  /** One rectangle of several cells; rows 0-based, end exclusive. Null where there is none, or more than one. */
  readonly selection: ResultsSelection | null;
  /** Some of the rows that are loaded. */
  readonly sampleRows: readonly SnapshotRow[];
}

export interface ResultsSelection {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columns: readonly string[];
}

const SAMPLE_ROWS = 200;

/** `cells`: what is selected, as the grid tells it; null before it has told anything. */
export function shownResults(
  shown: OpenSnapshot,
  cells: SelectedCells | null,
  firstRow: number,
): ShownResults {
  return {
    snapshot: shown.snapshot,
    expiresAtMs: shown.expiresAtMs,
    columns: shown.columns,
    shownColumns: cells?.columnIds ?? shown.columns,
    selection: cells === null ? null : oneRectangle(cells),
    sampleRows: sampleRows(shown, firstRow),
  };
}

/** A single cell is where the focus is, not something to export. */
function oneRectangle({ areas, columnIds }: SelectedCells): ResultsSelection | null {
  const [area] = areas;
  if (area === undefined || areas.length > 1) return null;
  const columns = columnIds.slice(area.columnStart, area.columnEnd);
  const isOneCell = area.rowEnd - area.rowStart === 1 && columns.length === 1;
  return isOneCell ? null : { rowStart: area.rowStart, rowEnd: area.rowEnd, columns };
}

/** The loaded ones of the rows from `rowStart` on. */
function sampleRows({ rows, snapshot }: OpenSnapshot, rowStart: number): SnapshotRow[] {
  const sample: SnapshotRow[] = [];
  const end = Math.min(snapshot.rowCount, rowStart + SAMPLE_ROWS);
  for (let index = Math.max(0, rowStart); index < end; index += 1) {
    const row = rows.getRow(index);
    if (row !== null) sample.push(row);
  }
  return sample;
}
