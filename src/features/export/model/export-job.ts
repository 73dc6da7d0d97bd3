import * as z from 'zod';

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'date', 'boolean']),
  sqlType: z.string(),
  precision: z.number().nullable(),
  scale: z.number().nullable(),
  maxLength: z.number().nullable(),
  formatting: z.string(),
});

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
  /** Above the limit of a sheet: a file for each, or all in one. */
  z.object({ kind: z.literal('xlsx'), hasFilePerSheet: z.boolean() }),
  z.object({ kind: z.literal('parquet') }),
]);

/** What the sheet about a workbook calls its lines, in the person's language. */
const aboutLabelsSchema = z.object({
  title: z.string(),
  priceColumn: z.string(),
  service: z.string(),
  query: z.string(),
  request: z.string(),
  snapshot: z.string(),
  taken: z.string(),
  expires: z.string(),
  fields: z.string(),
  rows: z.string(),
  pages: z.string(),
  keys: z.string(),
  keysUnchecked: z.string(),
  numbersAsText: z.string(),
  datesAsText: z.string(),
  digest: z.string(),
  started: z.string(),
  finished: z.string(),
});

/** Everything an export is made from. Holds no secret: it is stored, so that a reload can go on with it. */
export const exportJobSchema = z.object({
  id: z.string(),
  /** Whose export it is; nobody else may go on with it. */
  owner: z.object({ service: z.string(), userName: z.string() }),
  priceColumn: z.object({ name: z.string(), displayName: z.string() }),
  snapshot: z.object({
    cacheKey: z.string(),
    rowCount: z.int().nonnegative(),
    createdAtMs: z.number(),
    expiresAtMs: z.number(),
  }),
  /** Of the snapshot's pages, in their order. */
  snapshotColumns: z.array(z.string()).min(1),
  /** To be written, in this order. */
  columns: z.array(columnSchema).min(1),
  /** Columns whose values together must differ from row to row; empty where that cannot be checked. */
  keyColumns: z.array(z.string()),
  /** What some of `columns` ask of whoever is to have them; asked again whenever the export goes on. */
  viewRights: z.array(z.object({ column: z.string(), viewRight: z.string() })),
  /** 0-based within the snapshot, end exclusive. */
  rowStart: z.int().nonnegative(),
  rowEnd: z.int().nonnegative(),
  /** In rows. */
  pageSize: z.int().positive(),
  format: formatSchema,
  /** Without its ending. */
  fileName: z.string().min(1),
  /** What the query was, a line per part, in the person's language; empty where it is not known. */
  queryLines: z.array(z.string()),
  /** The request body that took the snapshot, as JSON; null where it is not known. */
  requestBody: z.string().nullable(),
  aboutLabels: aboutLabelsSchema,
  startedAtMs: z.number(),
});

export type ExportJob = z.output<typeof exportJobSchema>;

/** A job of which is yet to be found out how large a page the service grants. */
export const exportPlanSchema = exportJobSchema.extend({
  pageSize: exportJobSchema.shape.pageSize.nullable(),
});

export type ExportPlan = z.output<typeof exportPlanSchema>;
export type AboutLabels = ExportJob['aboutLabels'];

/** For a run that makes no workbook. */
export const NO_ABOUT_LABELS: AboutLabels = aboutLabelsSchema.parse(
  Object.fromEntries(Object.keys(aboutLabelsSchema.shape).map((label) => [label, ''])),
);

export type ExportFormat = ExportJob['format'];
export type ExportFormatKind = ExportFormat['kind'];

/** How many rows the export is to have. */
export function promisedRows({ rowStart, rowEnd }: Pick<ExportJob, 'rowStart' | 'rowEnd'>): number {
  return rowEnd - rowStart;
}

/** The pages that hold the rows: first and last, 1-based. An empty export still asks for one, to be sure of it. */
export function pageRange({ rowStart, rowEnd, pageSize }: ExportJob): { first: number; last: number } {
  const first = Math.floor(rowStart / pageSize) + 1;
  return { first, last: Math.max(first, Math.ceil(rowEnd / pageSize)) };
}
