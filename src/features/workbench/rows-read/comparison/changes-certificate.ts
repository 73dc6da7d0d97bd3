import type { RowDigest } from '@/lib/table-files/row-digest';
import type { TableColumn } from '@/lib/table-files/table-column';
import { fileNotes } from '../tables/file-notes';
import type { TableFormat } from '../tables/table-file';
import type { ChangesQuery } from './change-rows';
import type { Comparison, RowKind } from './comparison';
import type { Side } from '../matching/matched-sides';

/** Identifies the format of a certificate of changes. */
const CERTIFICATE_KIND = 'colonnade-changes-certificate';

/** Where the rows of a side are from. */
export type CertifiedOrigin =
  | {
      readonly kind: 'snapshot' | 'copy';
      readonly cacheKey: string;
      /** ISO 8601. */
      readonly taken: string;
      /** The query in words; empty where it is unknown. */
      readonly query: readonly string[];
    }
  | { readonly kind: 'file'; readonly name: string };

/** The facts that a comparison does not know itself. */
export interface ComparisonOrigin {
  readonly service: string;
  readonly priceColumn: string;
  readonly sides: Readonly<Record<Side, CertifiedOrigin>>;
  /** The refinement of both sides, in words: rows are compared if they satisfy it on at least one side. Null for none. */
  readonly refinement?: string | null;
  /** Columns that are not compared, because they only note when a row was written. */
  readonly leftOutColumns: readonly string[];
}

export interface WrittenChanges {
  readonly file: string;
  readonly format: TableFormat;
  readonly excelRegion: string;
  readonly query: ChangesQuery;
  /** In the order of the file. */
  readonly kinds: readonly { readonly kind: RowKind; readonly rows: number }[];
  readonly columns: readonly TableColumn[];
  readonly digest: RowDigest;
  readonly finished: string;
}

/** Returns a certificate that names both sides, how they were compared, and which of the differences are in the file. */
export function changesCertificate(
  {
    spec,
    sides,
    counts,
    leftOut,
    filteredOut,
    otherScale,
    tooLongForDelta,
    beyondDigits,
    keysBeyondDigits,
  }: Comparison,
  { service, priceColumn, sides: origins, refinement = null, leftOutColumns }: ComparisonOrigin,
  { file, format, excelRegion, query, kinds, columns, digest, finished }: WrittenChanges,
): string {
  const side = (each: Side) => ({
    ...origins[each],
    rows: sides[each].rowCount,
    notCompared: leftOut[each],
    // Rows that the filter of the other side leaves out.
    filteredOut: filteredOut[each],
    // Computed values that are blank, because an intermediate result has more than 38 digits.
    ...(Object.keys(sides[each].tooLong ?? {}).length > 0 && { tooLong: sides[each].tooLong }),
  });
  const certificate = {
    kind: CERTIFICATE_KIND,
    version: 1,
    service,
    priceColumn,
    earlier: side('earlier'),
    later: side('later'),
    comparison: {
      ...spec,
      ...(refinement !== null && { refinement }),
      leftOutColumns,
      otherScale,
      counts,
      tooLongForDelta,
      beyondDigits,
      keysBeyondDigits,
    },
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: {
      written: kinds.reduce((sum, { rows }) => sum + rows, 0),
      byKind: Object.fromEntries(kinds.map(({ kind, rows }) => [kind, rows])),
      column: query.column,
      deltaPercent: query.range,
      price: query.movement ?? null,
      containing: query.find?.text ?? null,
      sort: query.sort,
    },
    digest,
    file: fileNotes(file, { format, excelRegion }, columns.length),
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
