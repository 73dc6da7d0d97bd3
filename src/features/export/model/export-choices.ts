import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';
import { excelCsv, MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import type { TableColumn } from '@/shared/table-files/table-column';
import type { ExportFormat, ExportJob } from './export-job';
import type { ExportRequest } from './export-request';

export const FORMAT_CHOICES = ['csv-excel', 'xlsx', 'csv-machine', 'parquet', 'json-lines'] as const;
export type FormatChoice = (typeof FORMAT_CHOICES)[number];

export const DELIMITER_CHOICES = ['region', 'semicolon', 'comma', 'tab'] as const;
export type DelimiterChoice = (typeof DELIMITER_CHOICES)[number];

const DELIMITERS = { region: null, semicolon: ';', comma: ',', tab: '\t' } as const;

/** What a person chooses in the dialog. */
export interface ExportChoices {
  readonly scope: 'whole' | 'selection';
  readonly fields: 'shown' | 'all';
  readonly format: FormatChoice;
  readonly delimiter: DelimiterChoice;
  readonly hasIsoDates: boolean;
  /** More rows than a sheet holds go to several files, not several sheets. */
  readonly hasFilePerSheet: boolean;
}

export const DEFAULT_CHOICES: ExportChoices = {
  scope: 'whole',
  fields: 'shown',
  format: 'csv-excel',
  delimiter: 'region',
  hasIsoDates: false,
  hasFilePerSheet: false,
};

/** What the choices come to. */
export interface ExportContent {
  /** Of the snapshot's pages. */
  readonly snapshotColumns: readonly string[];
  readonly columns: readonly TableColumn[];
  readonly keyColumns: readonly string[];
  /** The rights that some of `columns` ask for. */
  readonly viewRights: ExportJob['viewRights'];
  /** Keys that are not among the fields, so that double rows cannot be found. */
  readonly missingKeys: readonly string[];
  /** Of the snapshot, but not to be written since they are not shown. */
  readonly hiddenColumns: readonly string[];
  /** What the person may view, wants all of, and the snapshot does not have. */
  readonly absentColumns: readonly string[];
  /** What the person may not view; in no file. */
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
  // A snapshot without rows does not tell its columns; the file's header is then all that may be viewed.
  const columns =
    request.columns.length > 0
      ? request.columns
      : priceColumn.fields.map(({ name }) => name).filter((name) => !isLocked(name));
  const shownColumns = request.columns.length > 0 ? request.shownColumns : columns;
  const chosen = selection?.columns ?? (choices.fields === 'shown' ? shownColumns : columns);
  const names = chosen.filter((name) => columns.includes(name) && !isLocked(name));
  const keyNames = priceColumn.fields.filter(isKeyField).map(({ name }) => name);
  // Also a key that is not written can be checked, as long as the snapshot has it.
  const missingKeys = keyNames.filter((name) => !columns.includes(name) || isLocked(name));
  return {
    snapshotColumns: columns,
    columns: names.map((name) => tableColumn(name, fields.get(name))),
    keyColumns: missingKeys.length === 0 ? keyNames : [],
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

/** The columns of an export that whoever holds these rights may not view, for one that began with others. */
export function lockedColumns({ viewRights }: Pick<ExportJob, 'viewRights'>, rights: Rights): string[] {
  return viewRights
    .filter((asked) => viewState(asked, rights).state === 'locked')
    .map(({ column }) => column);
}

function isKeyField(field: PriceField): boolean {
  return field.isPrimaryKey;
}

/** How a column's cells are written, by its field; as text where the metadata does not know it. */
export function tableColumn(name: string, field: PriceField | undefined): TableColumn {
  if (field === undefined) {
    return { name, type: 'text', sqlType: '', precision: null, scale: null, maxLength: null, formatting: '' };
  }
  const { type, sqlType, precision, scale, maxLength, formatting } = field;
  return { name, type, sqlType, precision, scale, maxLength, formatting };
}

/** `region`: the BCP 47 locale of the person's Excel. */
export function exportFormat(choices: ExportChoices, region: string): ExportFormat {
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
      return { kind: 'xlsx', hasFilePerSheet: choices.hasFilePerSheet };
    case 'parquet':
    case 'json-lines':
      return { kind: choices.format };
  }
}

/** `<price column>_<host>_<yyyy-mm-dd_hhmm>_<short key>`, by the person's own clock. */
export function exportFileName(
  { priceColumn, snapshot }: Pick<ExportRequest, 'priceColumn' | 'snapshot'>,
  { service }: Pick<ExportJob['owner'], 'service'>,
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
