import * as z from 'zod';
import type { PriceField, PriceColumn } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { HighlightRule } from '@/contract/row-judge';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { TableColumn } from '@/lib/table-files/table-column';
import type { ExportFormat, ExportJob, WorkbookRefresh } from './export-job';
import type { Language } from '@/lib/base/languages';
import { localSetting } from '@/lib/base/local-setting';
import type { Snapshot, SnapshotRow } from '@/contract/extraction';

/** Reads a page in the form of the service's responses, from this browser; `page` is 1-based. */
export type ReceivePage = (page: number, pageSize: number, signal: AbortSignal) => Promise<BodyChunks>;

/** The snapshot on screen that is to be exported. */
export interface ExportRequest {
  readonly priceColumn: PriceColumn;
  readonly snapshot: Snapshot;
  /** By the clock of this computer, as is `expiresAtMs`. */
  readonly takenAtMs: number;
  readonly expiresAtMs: number;
  /** Column names in the order of the rows' cells. */
  readonly columns: readonly string[];
  /** The visible columns in their order on screen. */
  readonly shownColumns: readonly string[];
  /** The selected range of cells; rows 0-based, end exclusive. */
  readonly selection: {
    readonly rowStart: number;
    readonly rowEnd: number;
    readonly columns: readonly string[];
  } | null;
  /** The description of the query; null if unknown. */
  readonly queryText: string | null;
  readonly search: Readonly<Record<string, string>>;
  /** The request body of the snapshot as JSON; null if unknown. */
  readonly requestBody: string | null;
  /** The snapshot whose rows the kept copy on screen contains; absent for a snapshot of the service. */
  readonly copyOf?: { readonly cacheKey: string } | undefined;
  /** The rules that fill cells on screen, and in a workbook; absent without rules. */
  readonly highlights?: readonly HighlightRule[];
  /** Reads a page of rows that this browser has read already; absent where it has not. */
  readonly receivePage?: ReceivePage | undefined;
  readonly sampleRows: readonly SnapshotRow[];
  readonly hasExpired: boolean;
  readonly onTakeNew: () => void;
  /** Shows programs that read the snapshot outside the browser; absent where there are no such programs. */
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
  /** Whether rows beyond the limit of a sheet go to further files instead of further sheets. */
  hasFilePerSheet: z.boolean(),
  /** Whether date-times with more digits of the second than Excel holds are texts, in a workbook. */
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

/** The content of an export, derived from the choices. */
export interface ExportContent {
  readonly snapshotColumns: readonly string[];
  readonly columns: readonly TableColumn[];
  readonly keyColumns: readonly string[];
  /** Columns of the snapshot that may be viewed. */
  readonly rowColumns: readonly string[];
  /** Whether these are every field of the price column. */
  readonly hasAllFields: boolean;
  readonly viewRights: ExportJob['viewRights'];
  /** Key columns that are not available, so that duplicate rows cannot be detected. */
  readonly missingKeys: readonly string[];
  readonly hiddenColumns: readonly string[];
  /** Fields that `all` includes but the snapshot lacks. */
  readonly absentColumns: readonly string[];
  /** Fields without the right to view them; never exported. */
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
  // An empty snapshot does not name its columns; the header then lists all visible fields.
  const columns =
    request.columns.length > 0
      ? request.columns
      : priceColumn.fields.map(({ name }) => name).filter((name) => !isLocked(name));
  const shownColumns = request.columns.length > 0 ? request.shownColumns : columns;
  const chosen = selection?.columns ?? (choices.fields === 'shown' ? shownColumns : columns);
  const names = chosen.filter((name) => columns.includes(name) && !isLocked(name));
  const keyNames = priceColumn.fields.filter(isKeyField).map(({ name }) => name);
  // A key can be checked without being written, as long as the snapshot has it.
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

/** Returns the columns of an export that these rights do not permit: rights may have changed since it started. */
export function lockedColumns({ viewRights }: Pick<ExportJob, 'viewRights'>, rights: Rights): string[] {
  return viewRights
    .filter((asked) => viewState(asked, rights).state === 'locked')
    .map(({ column }) => column);
}

function isKeyField(field: PriceField): boolean {
  return field.isPrimaryKey;
}

/** Describes how the cells of a column are written; as text if the metadata does not list it. */
export function tableColumn(name: string, field: PriceField | undefined): TableColumn {
  if (field === undefined) {
    return { name, type: 'text', sqlType: '', precision: null, scale: null, maxLength: null, formatting: '' };
  }
  const { type, sqlType, precision, scale, maxLength, formatting } = field;
  return { name, type, sqlType, precision, scale, maxLength, formatting };
}

export interface FormatContext {
  /** The BCP 47 locale of Excel. */
  readonly region: string;
  readonly language: Language;
  /** BCP 47, for numbers and times within text. */
  readonly locale: string;
  /** Null where a workbook cannot read its rows again. */
  readonly refresh: WorkbookRefresh | null;
}

/** Returns the format of the file that the person has chosen. */
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

/** `<price column>_<host>_<yyyy-mm-dd_hhmm>_<short key>`, in local time. */
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
    snapshot.cacheKey.slice(0, 8),
  ];
  return parts.map((part) => part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')).join('_');
}

function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).hostname : service;
}

const { fields, format, delimiter, hasIsoDates, hasFilePerSheet, keepsFullSeconds } =
  exportChoicesSchema.shape;

// Leaves out the scope, because a selection does not outlive its snapshot.
const rememberedSchema = z.object({
  fields: fields.catch(DEFAULT_CHOICES.fields),
  format: format.catch(DEFAULT_CHOICES.format),
  delimiter: delimiter.catch(DEFAULT_CHOICES.delimiter),
  hasIsoDates: hasIsoDates.catch(DEFAULT_CHOICES.hasIsoDates),
  hasFilePerSheet: hasFilePerSheet.catch(DEFAULT_CHOICES.hasFilePerSheet),
  keepsFullSeconds: keepsFullSeconds.catch(DEFAULT_CHOICES.keepsFullSeconds),
});

const setting = localSetting('colonnade.export', rememberedSchema);

/** Returns the choices of the last export from this browser. Never throws. */
export function rememberedChoices(): ExportChoices {
  return { ...DEFAULT_CHOICES, ...setting.read() };
}

export function rememberChoices({ scope: _scope, ...remembered }: ExportChoices): void {
  setting.write(remembered);
}
