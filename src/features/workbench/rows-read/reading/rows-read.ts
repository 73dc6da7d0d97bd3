import type { Snapshot } from '@/contract/extraction';
import type { RepeatedRows } from '@/contract/page-mismatch';
import type { DoubledKeys } from '../../snapshot/doubled-keys';
import type { AddedColumns } from '../../model/added-columns';
import type { Refinement } from '../../model/refinement';
import type { ByteEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';

/** Doubtful or wrong rows, found by comparing their keys. */
export interface RowDoubts {
  /** Keys that the source has in several rows. */
  readonly doubled: DoubledKeys | null;
  /** Key columns that are not among the fields, so that no row could be told from the others. */
  readonly unchecked: readonly string[];
  /** Pages without a key of which every row is the same as that of another page: first and last row, 1-based. */
  readonly samePages: RepeatedRows['pages'];
}

/** Which of a snapshot's rows are in the engine. Nothing partial is ever shown as whole. */
export type Coverage =
  /** The pages have brought all rows, and these were held against each other. */
  | { readonly kind: 'all'; readonly rowCount: number; readonly doubts?: RowDoubts | null }
  | {
      readonly kind: 'part';
      readonly readCount: number;
      readonly rowCount: number;
      /** `checking`: all that is to be read is there, and not yet held against each other. */
      readonly status: 'reading' | 'paused' | 'stopped' | 'checking';
    }
  /** Pages spread evenly over the snapshot. */
  | {
      readonly kind: 'sample';
      readonly readCount: number;
      readonly rowCount: number;
      readonly doubts?: RowDoubts | null;
    }
  /** Rows repeat others, so that others are missing. */
  | {
      readonly kind: 'inconsistent';
      readonly readCount: number;
      readonly rowCount: number;
      readonly repeated: RepeatedRows;
    };

/** A source of columns, as words and as a certificate say it. */
export interface AddedSourceFacts extends Pick<AddedColumns, 'label' | 'columns' | 'several' | 'isLenient'> {
  readonly words: string;
  readonly from:
    | {
        readonly kind: 'snapshot' | 'copy';
        readonly priceColumn: string;
        readonly cacheKey: string;
        /** ISO 8601. */
        readonly taken: string;
      }
    | {
        readonly kind: 'file';
        readonly name: string;
        readonly bytes: number;
        /** ISO 8601. */
        readonly modified: string;
        /** SHA-256 of the rows, where the file is an unchanged export. */
        readonly sha256?: string;
      };
  /** The names that certificates of findings have, too. */
  readonly keys: readonly { readonly here: string; readonly there: string }[];
}

/** The rows read of the snapshot on screen: what the views query. */
export interface RowsRead {
  readonly engine: ByteEngine;
  readonly table: AnalysedTable;
  readonly snapshot: Snapshot;
  readonly coverage: Coverage;
  /**
   * Grows when rows were added that the views should show; while reading at most every few seconds. Part of every query
   * key, beside the table's name.
   */
  readonly revision: number;
  /**
   * Values that do not fit their column, by the column's name; columns without any are left out. Of a column of texts those
   * with half a character, which the engine has with its code instead.
   */
  readonly misfits: Readonly<Record<string, number>>;
  /** The sources of columns that the service's rows do not have; absent where there are none. */
  readonly added?: readonly AddedSourceFacts[];
  /**
   * The rows that a refinement has left, which the table has alone; absent where they are as they were read. `of`: the table
   * of all of them.
   */
  readonly refined?: {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly words: string;
    readonly refinement: Refinement;
    /** Computed values that are left blank, since they need too many digits on the way, by column; absent without any. */
    readonly tooLong?: Readonly<Record<string, number>>;
    readonly of: AnalysedTable;
  };
}

/** The figures are of some of the rows, and carry ≈. */
export function isEstimate({ kind }: Coverage): boolean {
  return kind !== 'all';
}

/**
 * Returns the beginning of the query keys of figures over the rows read, in the columns that are asked for. Everything that is cached under it is removed with
 * the rows; no two tables of a page have a revision in common.
 */
export function rowsReadKey({ table, revision }: Pick<RowsRead, 'table' | 'revision'>) {
  return [...ANALYSIS_KEY, table.sqlName, revision, ...(table.unasked ?? [])] as const;
}

/** Where figures over rows read are cached. */
export const ANALYSIS_KEY = ['analysis'] as const;
