import * as z from 'zod';

/** What marks a certificate as one of ours. */
export const CERTIFICATE_KIND = 'colonnade-export-certificate';

export const certificateSchema = z.object({
  kind: z.literal(CERTIFICATE_KIND),
  version: z.literal(1),
  service: z.string(),
  priceColumn: z.string(),
  snapshot: z.object({
    cacheKey: z.string(),
    rows: z.int().nonnegative(),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
  }),
  query: z.object({ words: z.array(z.string()).readonly(), request: z.string().nullable() }),
  columns: z
    .array(
      z.object({
        name: z.string(),
        type: z.enum(['text', 'number', 'date', 'boolean']),
        sqlType: z.string(),
        scale: z.number().nullable(),
      }),
    )
    .min(1),
  rows: z.object({
    /** 1-based and inclusive within the snapshot; of an empty export, `last` is one less than `first`. */
    first: z.int().positive(),
    last: z.int().nonnegative(),
    promised: z.int().nonnegative(),
    written: z.int().nonnegative(),
  }),
  pages: z.object({ first: z.int().positive(), last: z.int().positive(), size: z.int().positive() }),
  keys: z.object({ columns: z.array(z.string()), areUnique: z.literal(true).nullable() }),
  /** SHA-256 over the rows in canonical form; `blocks` over each `blockRows` of them. */
  digest: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    blockRows: z.int().positive(),
    blocks: z.array(z.string().regex(/^[0-9a-f]{64}$/)).readonly(),
  }),
  file: z.object({
    name: z.string(),
    format: z.enum(['csv', 'json-lines', 'xlsx', 'parquet']),
    /** How a CSV file was written. */
    csv: z
      .object({
        guardsFormulas: z.boolean(),
        /** Absent in certificates made before the guard was widened. */
        guardVersion: z.union([z.literal(1), z.literal(2)]).default(1),
        // One sign each, and no part of a number: else a file could mean what nobody reads in it.
        delimiter: z.string().regex(/^[^\p{L}\p{N}"'=+\-@\r\n]$/u),
        decimal: z.string().regex(/^[^\p{L}\p{N}\s"'=+\-@]$/u),
        dateLocale: z.string().nullable(),
      })
      .nullable(),
    /** Columns that are text in the file, since their type could not hold every value. */
    textColumns: z.array(z.string()).readonly(),
    numbersAsText: z.int().nonnegative(),
    datesAsText: z.int().nonnegative(),
    guardedTexts: z.int().nonnegative(),
  }),
  started: z.iso.datetime(),
  finished: z.iso.datetime(),
});

export const FILE_ENDINGS = { csv: 'csv', 'json-lines': 'jsonl', xlsx: 'xlsx', parquet: 'parquet' } as const;

/** Under this key a Parquet file has its certificate in the footer. */
export const PARQUET_CERTIFICATE_KEY = 'colonnade.certificate';

/** As it is written to a file. */
export function certificateText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** What an export is, down to a digest of its rows. There is none for one that is not whole. Not signed. */
export type Certificate = z.output<typeof certificateSchema>;

/** Whether the numbers of a certificate fit each other, as those of an export do. */
export function isCoherent({ rows, snapshot, digest }: Certificate): boolean {
  return (
    rows.last - rows.first + 1 === rows.written &&
    rows.promised === rows.written &&
    rows.last <= snapshot.rows &&
    digest.blocks.length === Math.ceil(rows.written / digest.blockRows)
  );
}
