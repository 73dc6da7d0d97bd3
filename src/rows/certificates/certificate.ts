import * as z from 'zod';
import { GUARD_VERSION } from '@/lib/table-files/csv-dialect';

export const CERTIFICATE_KIND = 'colonnade-export-certificate';

export const certificateSchema = z.object({
  kind: z.literal(CERTIFICATE_KIND),
  version: z.literal(1),
  service: z.string(),
  priceColumn: z.string(),
  snapshot: z.object({
    /** Null if the service keeps no snapshots. */
    cacheKey: z.string().nullable(),
    rows: z.int().nonnegative(),
    created: z.iso.datetime(),
    /** Present if the console counted the rows, because the service does not say how many there are. */
    counted: z.literal(true).optional(),
    /** `console`: the service does not say when it took the snapshot, and the first page arrived at `created`. */
    createdBy: z.literal('console').optional(),
    /** Null if the service does not delete the snapshot at a known time. */
    expires: z.iso.datetime().nullable(),
    /** False if each page is of another moment, so that nothing proves that all rows were read. Absent for true. */
    isStable: z.literal(false).optional(),
    note: z.string().optional(),
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
    /** The numbers of the first and last exported row in the snapshot, from 1. In an empty export, `last` is `first` - 1. */
    first: z.int().positive(),
    last: z.int().nonnegative(),
    promised: z.int().nonnegative(),
    written: z.int().nonnegative(),
  }),
  pages: z.object({ first: z.int().positive(), last: z.int().positive(), size: z.int().positive() }),
  keys: z.object({
    columns: z.array(z.string()),
    /** Whether each key occurs in one row only. Null if this was not checked. */
    areUnique: z.boolean().nullable(),
    /** Keys that occur in several rows of the source. Undefined if the keys are unique or were not checked. */
    doubled: z
      .object({
        keys: z.int().positive(),
        /** The number of these keys whose rows are equal in all fields of the snapshot. */
        alike: z.int().nonnegative(),
        /** The first of these keys, as far as they are known. */
        named: z.array(z.string()).readonly(),
      })
      .optional(),
  }),
  /** The SHA-256 digest of the rows in canonical form. `blocks` has a digest for every `blockRows` rows. */
  digest: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    blockRows: z.int().positive(),
    blocks: z.array(z.string().regex(/^[0-9a-f]{64}$/)).readonly(),
    /** How many fractional digits of a second the digest includes, if the file stores fewer than all. Null means all. */
    secondDigits: z.int().nonnegative().nullable().default(null),
  }),
  file: z.object({
    name: z.string(),
    format: z.enum(['csv', 'json-lines', 'xlsx', 'parquet']),
    csv: z
      .object({
        guardsFormulas: z.boolean(),
        guardVersion: z.literal(GUARD_VERSION),
        // Must be a character that cannot be part of a number, because a file could otherwise be read in two ways.
        delimiter: z.string().regex(/^[^\p{L}\p{N}"'=+\-@\r\n]$/u),
        decimal: z.string().regex(/^[^\p{L}\p{N}\s"'=+\-@]$/u),
        dateLocale: z.string().nullable(),
        /** Set if `""` means no value, because the file has a single column. */
        quotesNoValue: z.literal(true).optional(),
      })
      .nullable(),
    /** The columns that were written as text, because their type could not store every value. */
    textColumns: z.array(z.string()).readonly(),
    numbersAsText: z.int().nonnegative(),
    datesAsText: z.int().nonnegative(),
    /** The number of date columns whose values the file stores with only the digest's `secondDigits`. */
    datesCut: z.int().nonnegative().default(0),
    guardedTexts: z.int().nonnegative(),
    /** The number of texts with an unpaired surrogate, which the file and the digest contain as U+FFFD. */
    replacedTexts: z.int().nonnegative().default(0),
  }),
  started: z.iso.datetime(),
  finished: z.iso.datetime(),
});

export type CertifiedFormat = Certificate['file']['format'];

/** Whether programs that edit files of this format distinguish an empty text from an empty cell when they save. */
export const KEEPS_EMPTY_TEXTS: Readonly<Record<CertifiedFormat, boolean>> = {
  csv: false,
  'json-lines': true,
  xlsx: false,
  parquet: true,
};

/** Whether a file with a single column contains `""` for a missing value, because readers skip blank lines. */
export const QUOTES_NO_VALUE: Readonly<Record<CertifiedFormat, boolean>> = {
  csv: true,
  'json-lines': false,
  xlsx: false,
  parquet: false,
};

export const FILE_ENDINGS = {
  csv: 'csv',
  'json-lines': 'jsonl',
  xlsx: 'xlsx',
  parquet: 'parquet',
} as const satisfies Record<CertifiedFormat, string>;

/** Whether an export's certificate is inside its file or in a separate file beside it. */
export const CERTIFICATE_PLACES = {
  csv: 'beside',
  'json-lines': 'beside',
  xlsx: 'inside',
  parquet: 'inside',
} as const satisfies Record<CertifiedFormat, 'inside' | 'beside'>;

export type SelfCertifiedFormat = {
  [Format in CertifiedFormat]: (typeof CERTIFICATE_PLACES)[Format] extends 'inside' ? Format : never;
}[CertifiedFormat];

/** Whether files of the format contain their certificate. */
export function isSelfCertified(format: CertifiedFormat): format is SelfCertifiedFormat {
  return CERTIFICATE_PLACES[format] === 'inside';
}

export const PARQUET_CERTIFICATE_KEY = 'colonnade.certificate';

export function certificateText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** Describes a complete export, with a digest of its rows. It is not signed. */
export type Certificate = z.output<typeof certificateSchema>;

/** What a certificate of rows without a stable snapshot says, in every language alike. */
const UNSTABLE_NOTE = 'No stable snapshot: rows may move between pages';

/** Returns what a certificate says about the snapshot of its rows. `cacheKey` is null if the service keeps no snapshots. */
export function certifiedKey(
  cacheKey: string | null,
  isStable: boolean,
): Pick<Certificate['snapshot'], 'cacheKey' | 'isStable' | 'note'> {
  return { cacheKey, ...(!isStable && { isStable: false as const, note: UNSTABLE_NOTE }) };
}

/** Whether a certificate can prove that the file has all rows of one moment. */
export function isProvable({ snapshot }: Pick<Certificate, 'snapshot'>): boolean {
  return snapshot.isStable !== false;
}

/** Whether the numbers of a certificate are consistent. */
export function isCoherent({ rows, snapshot, digest }: Certificate): boolean {
  return (
    rows.last - rows.first + 1 === rows.written &&
    rows.promised === rows.written &&
    rows.last <= snapshot.rows &&
    digest.blocks.length === Math.ceil(rows.written / digest.blockRows)
  );
}
