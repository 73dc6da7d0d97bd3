import type { Coverage } from '../reading/rows-read';

/** Where the rows of a file are from, as its certificate says it. */
export interface RowsOrigin {
  readonly service: string;
  readonly priceColumn: string;
  readonly kind: 'snapshot' | 'copy';
  readonly cacheKey: string;
  /** ISO 8601. */
  readonly taken: string;
  /** In words; empty where it is unknown. */
  readonly query: readonly string[];
  readonly coverage: Coverage;
  /** Present where a refinement has left some of the rows. `refinement`: in words. */
  readonly refined?: {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly refinement: string;
    /** Computed values that were left blank, by column: they need more than 38 digits on the way. */
    readonly tooLong?: Readonly<Record<string, number>> | undefined;
  };
  /** The sources of columns that the service's rows do not have, in words; absent where there are none. */
  readonly added?: readonly string[];
}
