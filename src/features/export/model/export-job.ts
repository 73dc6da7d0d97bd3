import * as z from 'zod';
import type { Snapshot } from '@/contract/extraction';
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
  /** The request body, as JSON, that takes a snapshot of the same query. */
  body: z.string(),
  /** The path of the endpoint, below the service's address. */
  path: z.string(),
  /** In rows. */
  pageSize: z.int().positive(),
  clientId: z.string(),
  method: z.enum(['password', 'api-key']),
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
  /** `hasFilePerSheet`: a file for each sheet instead of several sheets in one. */
  z.object({
    kind: z.literal('xlsx'),
    hasFilePerSheet: z.boolean(),
    /** Whether date-times with more digits of the second than Excel holds are texts. */
    keepsFullSeconds: z.boolean().optional(),
    /** The language of the words on the sheets beside the rows. */
    language: z.enum(LANGUAGES),
    /** BCP 47, for numbers and times among these words. */
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

/** Everything an export depends on. Stored, so that a reload can resume it. */
export const exportJobSchema = z.object({
  id: z.string(),
  /** The account of the export. No other account may resume it. */
  account: z.object({ service: z.string(), userName: z.string() }),
  priceColumn: z.object({ name: z.string(), displayName: z.string() }),
  snapshot: z.object({
    cacheKey: z.string(),
    rowCount: z.int().nonnegative(),
    createdAtMs: z.number(),
    expiresAtMs: z.number(),
  } satisfies Record<keyof Snapshot, z.ZodType>),
  /** The kept copy that has the rows; absent where the rows come from the service. */
  copyId: z.string().optional(),
  /** Columns of the snapshot's pages, in their order. */
  snapshotColumns: z.array(z.string()).min(1),
  /** The columns to write, in this order. */
  columns: z.array(columnSchema).min(1),
  /** Columns that form a unique key; empty if uniqueness cannot be checked. */
  keyColumns: z.array(z.string()),
  /** All columns of the snapshot that may be viewed: rows with the same key are compared in these columns. */
  rowColumns: z.array(z.string()),
  /** Whether `rowColumns` has every field of the price column; then rows with equal cells are one row. */
  hasAllFields: z.boolean(),
  /** Rights required by `columns`, checked again whenever the export resumes. */
  viewRights: z.array(z.object({ column: z.string(), viewRight: z.string() })),
  /** 0-based within the snapshot, end exclusive. */
  rowStart: z.int().nonnegative(),
  rowEnd: z.int().nonnegative(),
  /** In rows. */
  pageSize: z.int().positive(),
  format: formatSchema,
  /** How many digits of a second are digested where the file does not decide it; null or absent for all. */
  digestedSecondDigits: z.int().nonnegative().nullable().optional(),
  /** Without its extension. */
  fileName: z.string().min(1),
  /** The description of the query, a line per part; empty if unknown. */
  queryLines: z.array(z.string()),
  /** The request body of the snapshot as JSON; null if unknown. */
  requestBody: z.string().nullable(),
  startedAtMs: z.number(),
  /** The file becomes a kept copy in this browser, instead of being saved. */
  keep: keepSchema.optional(),
  /** Absent without rules. Columns that the rules compare are read in addition to `columns`. */
  highlights: z
    .object({
      rules: z.array(highlightSchema).readonly(),
      columns: z.array(columnSchema.pick({ name: true, type: true })),
    })
    .optional(),
});

export type ExportJob = z.output<typeof exportJobSchema>;

/** A job whose page size may not be known yet. */
export const exportPlanSchema = exportJobSchema.extend({
  pageSize: exportJobSchema.shape.pageSize.nullable(),
});

export type ExportPlan = z.output<typeof exportPlanSchema>;

export type ExportFormat = ExportJob['format'];
export type ExportFormatKind = ExportFormat['kind'];

/** The columns that are read, in the order of a batch's cells: those to write, to check keys by, and to highlight by. */
export function neededColumns({
  columns,
  keyColumns,
  highlights,
}: Pick<ExportJob, 'columns' | 'keyColumns' | 'highlights'>): readonly string[] {
  const judged = highlights?.columns ?? [];
  return [...new Set([...columns.map(({ name }) => name), ...keyColumns, ...judged.map(({ name }) => name)])];
}

/** The number of rows the export must have. */
export function promisedRows({ rowStart, rowEnd }: Pick<ExportJob, 'rowStart' | 'rowEnd'>): number {
  return rowEnd - rowStart;
}

/** The first and last page (1-based) with the export's rows. An empty export requests one page as proof. */
export function pageRange({ rowStart, rowEnd, pageSize }: ExportJob): { first: number; last: number } {
  const first = Math.floor(rowStart / pageSize) + 1;
  return { first, last: Math.max(first, Math.ceil(rowEnd / pageSize)) };
}
