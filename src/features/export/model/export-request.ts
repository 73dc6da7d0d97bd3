import type { PriceColumn } from '@/contract/column';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';

/** A snapshot on screen, as far as an export wants to know it. */
export interface ExportRequest {
  readonly priceColumn: PriceColumn;
  readonly snapshot: Snapshot;
  /** By this computer's clock. */
  readonly expiresAtMs: number;
  /** Of the snapshot, in the order of its rows' cells. */
  readonly columns: readonly string[];
  /** Those on screen, in their order there. */
  readonly shownColumns: readonly string[];
  /** One rectangle of cells; rows 0-based, end exclusive. Null where there is none. */
  readonly selection: {
    readonly rowStart: number;
    readonly rowEnd: number;
    readonly columns: readonly string[];
  } | null;
  /** The query in words; null where it is not known. */
  readonly queryWords: string | null;
  /** The body that takes such a snapshot, as JSON; null where it is not known. */
  readonly requestBody: string | null;
  /** A few of the snapshot's rows, to estimate by. */
  readonly sampleRows: readonly SnapshotRow[];
}
