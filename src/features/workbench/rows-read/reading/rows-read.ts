import type { Snapshot } from '@/contract/extraction';
import type { RepeatedRows } from '@/contract/page-mismatch';
import type { DoubledKeys } from '../../snapshot/doubled-keys';
import type { AddedColumns } from '../../model/added-columns';
import type { Refinement } from '../../model/refinement';
import type { AnalysisEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';

/** Doubtful or wrong rows, found by comparing their keys. */
export interface RowDoubts {
  /** Keys that occur in several rows of the source. */
  readonly doubled: DoubledKeys | null;
  /** Key columns that are not among the fields, so that rows could not be identified. */
  readonly unchecked: readonly string[];
  /** Pages of rows without a key that equal another page: first and last row, 1-based. */
  readonly samePages: RepeatedRows['pages'];
}

/** Says which of a snapshot's rows are in the engine. Some rows are never shown as all rows. */
export type Coverage =
  /** The pages contain all rows, and their keys were compared. */
  | { readonly kind: 'all'; readonly rowCount: number; readonly doubts?: RowDoubts | null }
  | {
      readonly kind: 'part';
      readonly readCount: number;
      readonly rowCount: number;
      /** `checking`: all planned rows are there, but their keys are not compared yet. */
      readonly status: 'reading' | 'paused' | 'stopped' | 'checking';
    }
  /** Pages spread evenly over the snapshot. */
  | {
      readonly kind: 'sample';
      readonly readCount: number;
      readonly rowCount: number;
      readonly doubts?: RowDoubts | null;
    }
  /** Rows repeat others, so that other rows are missing. */
  | {
      readonly kind: 'inconsistent';
      readonly readCount: number;
      readonly rowCount: number;
      readonly repeated: RepeatedRows;
    };

/** A source of columns, as texts and certificates describe it. */
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
        /** SHA-256 of the rows, if the file is an unchanged export. */
        readonly sha256?: string;
      };
  /** The names are the same as in certificates of findings. */
  readonly keys: readonly { readonly here: string; readonly there: string }[];
}

/** The rows read of the snapshot on screen, which the views query. */
export interface RowsRead {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  readonly snapshot: Snapshot;
  readonly coverage: Coverage;
  /** Grows as rows are added, at most every few seconds. Part of every query key, with the table's name. */
  readonly revision: number;
  /** The number of misfits by column, without zeros; in texts, of values with half a character. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The sources of columns that the service's rows do not have; absent if there are none. */
  readonly added?: readonly AddedSourceFacts[];
  /** Present if a refinement has left only some rows in the table. `of`: the table of all rows. */
  readonly refined?: {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly words: string;
    readonly refinement: Refinement;
    /** Computed values that are blank because an intermediate result has too many digits, by column; absent if there are none. */
    readonly tooLong?: Readonly<Record<string, number>>;
    readonly of: AnalysedTable;
  };
}

/** Whether the figures include only some of the rows, and are marked with ≈. */
export function isEstimate({ kind }: Coverage): boolean {
  return kind !== 'all';
}

/** Returns the start of the query keys of figures over the rows read, which are removed with the rows. */
export function rowsReadKey({ table, revision }: Pick<RowsRead, 'table' | 'revision'>) {
  return [...ANALYSIS_KEY, table.sqlName, revision, ...(table.unasked ?? [])] as const;
}

/** The query key of all figures over rows read. */
export const ANALYSIS_KEY = ['analysis'] as const;
