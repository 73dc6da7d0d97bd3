import * as z from 'zod';
import type { Snapshot } from '@/contract/extraction';
import { snapshotTraitsSchema } from '@/contract/extraction.schema';
import { programNotationSchema } from '@/contract/program-notation';
import type { HighlightRule } from '@/contract/row-judge';
import { LANGUAGES } from '@/lib/base/languages';

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'date', 'boolean']),
  sqlType: z.string(),
  precision: z.number().nullable(),
  scale: z.number().nullable(),
  maxLength: z.number().nullable(),
  formatting: z.string(),
});

const refreshSchema = z.object({
  /** The request body, as JSON, that takes a new snapshot of the same query. */
  body: z.string(),
  /** The path of the endpoint below the service's address. */
  path: z.string(),
  /** The number of rows per page. */
  pageSize: z.int().positive(),
  clientId: z.string(),
  method: z.enum(['password', 'api-key']),
  /** How a described service writes pages; absent for a service without a description. */
  notation: programNotationSchema.optional(),
});
export type WorkbookRefresh = z.output<typeof refreshSchema>;

const formatSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('csv'),
    dialect: z.object({
      delimiter: z.string().length(1),
      decimal: z.string().length(1),
      rowEnd: z.enum(['\r\n', '\n']),
      hasByteOrderMark: z.boolean(),
      dateLocale: z.string().nullable(),
      booleans: z.object({ true: z.string(), false: z.string() }),
      guardsFormulas: z.boolean(),
    }),
  }),
  z.object({ kind: z.literal('json-lines') }),
  /** `hasFilePerSheet` means that each sheet becomes a separate file. */
  z.object({
    kind: z.literal('xlsx'),
    hasFilePerSheet: z.boolean(),
    /** Whether date-times with more digits of a second than Excel supports are written as text. */
    keepsFullSeconds: z.boolean().optional(),
    /** The language of the texts on the sheets beside the rows. */
    language: z.enum(LANGUAGES),
    /** The BCP 47 locale of numbers and times in these texts. */
    locale: z.string(),
    refresh: refreshSchema.optional(),
  }),
  z.object({ kind: z.literal('parquet') }),
]);

const keepSchema = z.object({
  name: z.string(),
  note: z.string().nullable(),
  priceColumn: z.record(z.string(), z.unknown()),
  words: z.string().nullable(),
  search: z.record(z.string(), z.string()),
  takenAtMs: z.number(),
  isOfRoutine: z.boolean().optional(),
});

const columnOpSchema = z.enum([
  'equals',
  'notEquals',
  'greaterThan',
  'lessThan',
  'greaterThanOrEquals',
  'lessThanOrEquals',
  'contains',
  'startsWith',
  'endsWith',
]);

const highlightSchema = z.object({
  colour: z.string(),
  scope: z.enum(['row', 'cell']),
  column: z.string(),
  tests: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('value'),
          column: z.string(),
          op: z.enum([...columnOpSchema.options, 'containsAny', 'isNull', 'isNotNull']),
          values: z.array(z.string()).readonly(),
          orEmpty: z.literal(true).exactOptional(),
        }),
        z.object({ kind: z.literal('column'), column: z.string(), op: columnOpSchema, other: z.string() }),
      ]),
    )
    .readonly(),
  words: z.string(),
}) satisfies z.ZodType<HighlightRule>;

/** Everything that an export depends on. The job is stored, so that the export can be resumed after a reload. */
export const exportJobSchema = z.object({
  id: z.string(),
  /** The account that started the export. Only this account may resume it. */
  account: z.object({ service: z.string(), userName: z.string() }),
  priceColumn: z.object({ name: z.string(), displayName: z.string() }),
  snapshot: z.object({
    cacheKey: z.string(),
    rowCount: z.int().nonnegative(),
    createdAtMs: z.number(),
    expiresAtMs: z.number(),
    traits: snapshotTraitsSchema.nullable().default(null),
  } satisfies Record<keyof Snapshot, z.ZodType>),
  /** The ID of the kept copy that contains the rows; absent if the rows come from the service. */
  copyId: z.string().optional(),
  /** The columns of the snapshot's pages, in their order. */
  snapshotColumns: z.array(z.string()).min(1),
  /** The columns to write, in this order. */
  columns: z.array(columnSchema).min(1),
  /** The columns that form a unique key; empty if uniqueness cannot be checked. */
  keyColumns: z.array(z.string()),
  /** All columns of the snapshot that the account may view. Rows with the same key are compared in these columns. */
  rowColumns: z.array(z.string()),
  /** Whether `rowColumns` contains every field of the price column. If so, rows with equal cells are the same row. */
  hasAllFields: z.boolean(),
  /** The rights that `columns` require. They are checked again whenever the export resumes. */
  viewRights: z.array(z.object({ column: z.string(), viewRight: z.string() })),
  /** The first row of the snapshot to export, 0-based. `rowEnd` is exclusive. */
  rowStart: z.int().nonnegative(),
  rowEnd: z.int().nonnegative(),
  /** The number of rows per page. */
  pageSize: z.int().positive(),
  format: formatSchema,
  /** The number of digits of a second in the digest, if the format does not decide it; null or absent for all digits. */
  digestedSecondDigits: z.int().nonnegative().nullable().optional(),
  /** The file name without its extension. */
  fileName: z.string().min(1),
  /** The description of the query, in lines; empty if it is unknown. */
  queryLines: z.array(z.string()),
  /** The request body that took the snapshot, as JSON; null if it is unknown. */
  requestBody: z.string().nullable(),
  startedAtMs: z.number(),
  /** Present if the file becomes a kept copy in this browser and is not saved elsewhere. */
  keep: keepSchema.optional(),
  /** The highlight rules; absent if there are none. Columns that appear only in a rule are read in addition to `columns`. */
  highlights: z
    .object({
      rules: z.array(highlightSchema).readonly(),
      columns: z.array(columnSchema.pick({ name: true, type: true })),
    })
    .optional(),
});

export type ExportJob = z.output<typeof exportJobSchema>;

/** A job whose page size may still be unknown. */
export const exportPlanSchema = exportJobSchema.extend({
  pageSize: exportJobSchema.shape.pageSize.nullable(),
});

export type ExportPlan = z.output<typeof exportPlanSchema>;

export type ExportFormat = ExportJob['format'];
export type ExportFormatKind = ExportFormat['kind'];

/** Returns the columns to read, in the order of a batch's cells: to write, to check keys, and to highlight rows. */
export function neededColumns({
  columns,
  keyColumns,
  highlights,
}: Pick<ExportJob, 'columns' | 'keyColumns' | 'highlights'>): readonly string[] {
  const judged = highlights?.columns ?? [];
  return [...new Set([...columns.map(({ name }) => name), ...keyColumns, ...judged.map(({ name }) => name)])];
}

/** Returns the number of rows that the export must have. */
export function promisedRows({ rowStart, rowEnd }: Pick<ExportJob, 'rowStart' | 'rowEnd'>): number {
  return rowEnd - rowStart;
}

/** Returns the 1-based first and last page that contain the export's rows. An export without rows requests one page, as proof. */
export function pageRange({ rowStart, rowEnd, pageSize }: ExportJob): { first: number; last: number } {
  const first = Math.floor(rowStart / pageSize) + 1;
  return { first, last: Math.max(first, Math.ceil(rowEnd / pageSize)) };
}
