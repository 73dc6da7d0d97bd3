import * as z from 'zod';
import type { PriceField, PriceColumn } from '@/contract/column';
import { namedKey } from '@/contract/local-key';
import { viewState, type Rights } from '@/session/rights/rights';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { HighlightRule } from '@/contract/row-judge';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { TableColumn } from '@/lib/table-files/table-column';
import type { ExportFormat, ExportJob, WorkbookRefresh } from './export-job';
import type { Language } from '@/lib/base/languages';
import { localSetting } from '@/lib/base/local-setting';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';

/** Reads a page of rows from this browser, in the form of a service response. `page` is 1-based. */
export type ReceivePage = (page: number, pageSize: number, signal: AbortSignal) => Promise<BodyChunks>;

/** A request to export the snapshot on screen. */
export interface ExportRequest {
  readonly priceColumn: PriceColumn;
  readonly snapshot: Snapshot;
  /** A time by this computer's clock, like `expiresAtMs`. */
  readonly takenAtMs: number;
  readonly expiresAtMs: number;
  /** Column names, in the order of the cells in each row. */
  readonly columns: readonly string[];
  /** The names of the visible columns, in their order on screen. */
  readonly shownColumns: readonly string[];
  /** The selected range of cells. Rows are 0-based; `rowEnd` is exclusive. */
  readonly selection: {
    readonly rowStart: number;
    readonly rowEnd: number;
    readonly columns: readonly string[];
  } | null;
  /** A description of the query for users; null if it is unknown. */
  readonly queryText: string | null;
  readonly search: Readonly<Record<string, string>>;
  /** The request body that took the snapshot, as JSON; null if it is unknown. */
  readonly requestBody: string | null;
  /** The snapshot from which the kept copy on screen was made; absent if the rows are those of a snapshot at the service. */
  readonly copyOf?: { readonly cacheKey: string } | undefined;
  /** The rules that fill cells with color on screen, and also in a workbook; absent if there are none. */
  readonly highlights?: readonly HighlightRule[];
  /** Reads a page from rows that this browser has already read; absent if it has not read them. */
  readonly receivePage?: ReceivePage | undefined;
  readonly sampleRows: readonly SnapshotRow[];
  readonly hasExpired: boolean;
  readonly onTakeNew: () => void;
  /** Shows programs that download the snapshot outside the browser; absent if there are no such programs. */
  readonly onShowJobs?: () => void;
}

export const FORMAT_CHOICES = [
  'csv-excel',
  'xlsx',
  'xlsx-refresh',
  'csv-machine',
  'parquet',
  'json-lines',
] as const;

export const DELIMITER_CHOICES = ['region', 'semicolon', 'comma', 'tab'] as const;

const DELIMITERS = { region: null, semicolon: ';', comma: ',', tab: '\t' } as const;

/** The values of the export dialog's form. */
export const exportChoicesSchema = z.object({
  scope: z.enum(['whole', 'selection']),
  fields: z.enum(['shown', 'all']),
  format: z.enum(FORMAT_CHOICES),
  delimiter: z.enum(DELIMITER_CHOICES),
  hasIsoDates: z.boolean(),
  /** Whether rows beyond the row limit of a sheet go to further files instead of further sheets. */
  hasFilePerSheet: z.boolean(),
  /** Whether a workbook holds date-times as text if they have more digits of a second than Excel supports. */
  keepsFullSeconds: z.boolean(),
});
export type ExportChoices = Readonly<z.output<typeof exportChoicesSchema>>;

export const DEFAULT_CHOICES: ExportChoices = {
  scope: 'whole',
  fields: 'shown',
  format: 'csv-excel',
  delimiter: 'region',
  hasIsoDates: false,
  hasFilePerSheet: false,
  keepsFullSeconds: false,
};

/** What an export contains, derived from the user's choices. */
export interface ExportContent {
  readonly snapshotColumns: readonly string[];
  readonly columns: readonly TableColumn[];
  readonly keyColumns: readonly string[];
  /** The columns of the snapshot that the account may view. */
  readonly rowColumns: readonly string[];
  /** Whether `rowColumns` contains every field of the price column. */
  readonly hasAllFields: boolean;
  readonly viewRights: ExportJob['viewRights'];
  /** Key columns that are not available. Without them, repeated rows cannot be detected. */
  readonly missingKeys: readonly string[];
  readonly hiddenColumns: readonly string[];
  /** Fields of the price column that the snapshot does not contain. */
  readonly absentColumns: readonly string[];
  /** Fields that the account may not view. They are never exported. */
  readonly lockedColumns: readonly string[];
  readonly rowStart: number;
  readonly rowEnd: number;
}

export function exportContent(request: ExportRequest, choices: ExportChoices, rights: Rights): ExportContent {
  const { priceColumn, snapshot } = request;
  const selection = choices.scope === 'selection' ? request.selection : null;
  const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
  const isLocked = (name: string) => {
    const field = fields.get(name);
    return field !== undefined && viewState(field, rights).state === 'locked';
  };
  // An empty snapshot does not name its columns. The header then lists all fields that the account may view.
  const columns =
    request.columns.length > 0
      ? request.columns
      : priceColumn.fields.map(({ name }) => name).filter((name) => !isLocked(name));
  const shownColumns = request.columns.length > 0 ? request.shownColumns : columns;
  const chosen = selection?.columns ?? (choices.fields === 'shown' ? shownColumns : columns);
  const names = chosen.filter((name) => columns.includes(name) && !isLocked(name));
  const keyNames = priceColumn.fields.filter(isKeyField).map(({ name }) => name);
  // Key columns need not be exported for the check. It is enough if the snapshot contains them.
  const missingKeys = keyNames.filter((name) => !columns.includes(name) || isLocked(name));
  const rowColumns = columns.filter((name) => !isLocked(name));
  return {
    snapshotColumns: columns,
    columns: names.map((name) => tableColumn(name, fields.get(name))),
    keyColumns: missingKeys.length === 0 ? keyNames : [],
    rowColumns,
    hasAllFields: priceColumn.fields.every(({ name }) => rowColumns.includes(name)),
    viewRights: names.flatMap((column) => {
      const viewRight = fields.get(column)?.viewRight ?? null;
      return viewRight === null ? [] : [{ column, viewRight }];
    }),
    missingKeys,
    hiddenColumns:
      selection === null ? columns.filter((name) => !names.includes(name) && !isLocked(name)) : [],
    absentColumns:
      selection === null && choices.fields === 'all'
        ? priceColumn.fields
            .map(({ name }) => name)
            .filter((name) => !columns.includes(name) && !isLocked(name))
        : [],
    lockedColumns: priceColumn.fields.map(({ name }) => name).filter(isLocked),
    rowStart: selection?.rowStart ?? 0,
    rowEnd: selection?.rowEnd ?? snapshot.rowCount,
  };
}

/** Returns the columns of an export that the account may not view. Its rights may have changed since the export started. */
export function lockedColumns({ viewRights }: Pick<ExportJob, 'viewRights'>, rights: Rights): string[] {
  return viewRights
    .filter((asked) => viewState(asked, rights).state === 'locked')
    .map(({ column }) => column);
}

function isKeyField(field: PriceField): boolean {
  return field.isPrimaryKey;
}

/** Describes how the cells of a column are written. A column that the metadata does not list is written as text. */
export function tableColumn(name: string, field: PriceField | undefined): TableColumn {
  if (field === undefined) {
    return { name, type: 'text', sqlType: '', precision: null, scale: null, maxLength: null, formatting: '' };
  }
  const { type, sqlType, precision, scale, maxLength, formatting } = field;
  return { name, type, sqlType, precision, scale, maxLength, formatting };
}

export interface FormatContext {
  /** The BCP 47 locale of the Excel that opens the file. */
  readonly region: string;
  readonly language: Language;
  /** The BCP 47 locale of numbers and times within text. */
  readonly locale: string;
  /** What a workbook needs to load its rows again; null if it cannot load them. */
  readonly refresh: WorkbookRefresh | null;
}

export function exportFormat(
  choices: ExportChoices,
  { region, language, locale, refresh }: FormatContext,
): ExportFormat {
  switch (choices.format) {
    case 'csv-excel':
      return {
        kind: 'csv',
        dialect: excelCsv(region, {
          delimiter: DELIMITERS[choices.delimiter],
          hasIsoDates: choices.hasIsoDates,
        }),
      };
    case 'csv-machine':
      return { kind: 'csv', dialect: MACHINE_CSV };
    case 'xlsx':
      return {
        kind: 'xlsx',
        hasFilePerSheet: choices.hasFilePerSheet,
        keepsFullSeconds: choices.keepsFullSeconds,
        language,
        locale,
      };
    case 'xlsx-refresh':
      return {
        kind: 'xlsx',
        hasFilePerSheet: false,
        keepsFullSeconds: choices.keepsFullSeconds,
        language,
        locale,
        ...(refresh !== null && { refresh }),
      };
    case 'parquet':
    case 'json-lines':
      return { kind: choices.format };
  }
}

/** Returns the file name `<price column>_<host>_<yyyy-mm-dd_hhmm>_<short key>`, with the time in the local time zone. */
export function exportFileName(
  { priceColumn, snapshot }: Pick<ExportRequest, 'priceColumn' | 'snapshot'>,
  { service }: Pick<ExportJob['account'], 'service'>,
  now: Date,
): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  const parts = [
    priceColumn.name,
    hostOf(service),
    `${day}_${pad(now.getHours())}${pad(now.getMinutes())}`,
    // The key of rows without a snapshot would say nothing.
    ...(namedKey(snapshot.cacheKey) === null ? [] : [snapshot.cacheKey.slice(0, 8)]),
  ];
  return parts.map((part) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')).join('_');
}

function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).hostname : service;
}

const { fields, format, delimiter, hasIsoDates, hasFilePerSheet, keepsFullSeconds } =
  exportChoicesSchema.shape;

// The scope is not remembered, because a selection belongs to one snapshot.
const rememberedSchema = z.object({
  fields: fields.catch(DEFAULT_CHOICES.fields),
  format: format.catch(DEFAULT_CHOICES.format),
  delimiter: delimiter.catch(DEFAULT_CHOICES.delimiter),
  hasIsoDates: hasIsoDates.catch(DEFAULT_CHOICES.hasIsoDates),
  hasFilePerSheet: hasFilePerSheet.catch(DEFAULT_CHOICES.hasFilePerSheet),
  keepsFullSeconds: keepsFullSeconds.catch(DEFAULT_CHOICES.keepsFullSeconds),
});

const setting = localSetting('colonnade.export', rememberedSchema);

/** Returns the choices of the latest export in this browser. Never throws. */
export function rememberedChoices(): ExportChoices {
  return { ...DEFAULT_CHOICES, ...setting.read() };
}

export function rememberChoices({ scope: _scope, ...remembered }: ExportChoices): void {
  setting.write(remembered);
}
