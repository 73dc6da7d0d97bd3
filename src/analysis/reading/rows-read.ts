import type { Snapshot } from '@/contract/extraction';
import type { Certificate } from '@/rows/certificates/certificate';
import type { RepeatedRows } from '@/contract/page-mismatch';
import type { DoubledKeys } from '../snapshot/doubled-keys';
import type { AddedColumns } from '../conditions/added-columns';
import type { Refinement } from '../conditions/refinement';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';

/** Rows that are doubtful or wrong, found by comparing their keys. */
export interface RowDoubts {
  /** Keys that occur in several rows of the source. */
  readonly doubled: DoubledKeys | null;
  /** Key columns that were not read, so that rows could not be identified. */
  readonly unchecked: readonly string[];
  /** Pages without a key that equal another page, each as the numbers of its first and last row, starting at 1. */
  readonly samePages: RepeatedRows['pages'];
  /** Whether rows may have moved between pages, because there is no stable snapshot. */
  readonly mayHaveMoved?: true;
}

/** Describes which rows of a snapshot are in the engine. If only some are, they are never shown as all rows. */
export type Coverage =
  /** The pages contain all rows, and their keys were compared. */
  | { readonly kind: 'all'; readonly rowCount: number; readonly doubts?: RowDoubts | null }
  | {
      readonly kind: 'part';
      readonly readCount: number;
      readonly rowCount: number;
      /** `checking`: all planned rows are in the engine, but their keys are not compared yet. */
      readonly status: 'reading' | 'paused' | 'stopped' | 'checking';
    }
  /** The rows are from pages that are spread evenly over the snapshot. */
  | {
      readonly kind: 'sample';
      readonly readCount: number;
      readonly rowCount: number;
      readonly doubts?: RowDoubts | null;
    }
  /** Some rows repeat others, so that other rows are missing. */
  | {
      readonly kind: 'inconsistent';
      readonly readCount: number;
      readonly rowCount: number;
      readonly repeated: RepeatedRows;
    };

/** A source of added columns, as texts and certificates describe it. */
export interface AddedSourceFacts extends Pick<AddedColumns, 'label' | 'columns' | 'several' | 'isLenient'> {
  readonly words: string;
  readonly from:
    | (Pick<Certificate['snapshot'], 'cacheKey' | 'isStable' | 'note'> & {
        readonly kind: 'snapshot' | 'copy';
        readonly priceColumn: string;
        /** The time of the snapshot, in ISO 8601. */
        readonly taken: string;
      })
    | {
        readonly kind: 'file';
        readonly name: string;
        readonly bytes: number;
        /** The time of the file's last change, in ISO 8601. */
        readonly modified: string;
        /** The SHA-256 of the rows, if the file is an unchanged export of this console. */
        readonly sha256?: string;
      };
  /** The key columns that are matched: `here` in the rows read, `there` in the source. Certificates of findings use the same names. */
  readonly keys: readonly { readonly here: string; readonly there: string }[];
}

/** The rows read from the snapshot on screen, which the views query. */
export interface RowsRead {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  readonly snapshot: Snapshot;
  readonly coverage: Coverage;
  /** A number that grows as rows are added, at most every few seconds. Every query key contains it, with the table's name. */
  readonly revision: number;
  /** By column, the number of misfits (values that do not fit the type; in texts, values with half a character). Zeros are left out. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The sources of columns that were added to the service's rows; absent if there are none. */
  readonly added?: readonly AddedSourceFacts[];
  /** Present if a refinement (filters on the rows read) has left only some rows in the table. `of`: the table of all rows. */
  readonly refined?: {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly words: string;
    readonly refinement: Refinement;
    /** By column, the number of computed values that are blank because an intermediate result has too many digits; absent for none. */
    readonly tooLong?: Readonly<Record<string, number>>;
    readonly of: AnalysedTable;
  };
}

/** Whether figures of the rows include only some of them, and are therefore marked with ≈. */
export function isEstimate({ kind }: Coverage): boolean {
  return kind !== 'all';
}

/** Returns the start of the query keys for figures of the rows read. Their cached results are removed with the rows. */
export function rowsReadKey({ table, revision }: Pick<RowsRead, 'table' | 'revision'>) {
  return [...ANALYSIS_KEY, table.sqlName, revision, ...(table.unasked ?? [])] as const;
}

/** The start of all query keys for figures of rows read. */
export const ANALYSIS_KEY = ['analysis'] as const;
