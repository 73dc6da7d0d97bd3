import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isStable } from '@/contract/extraction';
import { readDecimal, significantDigits } from '@/lib/formats/decimal';
import { useFormats } from '@/ui/formats/format-settings-context';
import { EXCEL_SECOND_DIGITS } from '@/lib/table-files/excel-serial';
import { MAX_CELL_LENGTH, MAX_SHEET_ROWS, MAX_ZIP_BYTES } from '@/lib/table-files/xlsx-limits';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { estimateExport, type Estimate } from '../model/estimate';
import type { ExportChoices, ExportContent, ExportRequest } from '../model/export-choices';
import type { ExportFormat } from '../model/export-job';
import type { RefreshRefusal } from '../model/workbook-refresh';
import { lastThroughput } from '../run/throughput';
import { keyBytesOnDisk, MAX_KEYS_IN_MEMORY } from '../worker/key-check';
import { useByteText } from '@/ui/formats/use-byte-text';

export interface Preflight {
  readonly summary: string;
  readonly notes: readonly PreflightNote[];
  /** Whether the snapshot has expired, or may expire before the export is complete. */
  readonly isLate: boolean;
  /** The estimated size and duration; null if no rows have been read to extrapolate from. */
  readonly estimate: Estimate | null;
}

export interface PreflightNote {
  readonly text: string;
  readonly isWarning: boolean;
}

type FormatNote =
  | 'excel-csv'
  | 'csv-empty'
  | 'workbook'
  | 'further-sheets'
  | 'refreshable-workbook'
  | 'parquet-dates';

const FORMAT_NOTES: Readonly<Record<ExportChoices['format'], readonly FormatNote[]>> = {
  'csv-excel': ['excel-csv', 'csv-empty'],
  'csv-machine': ['csv-empty'],
  xlsx: ['workbook', 'further-sheets'],
  'xlsx-refresh': ['workbook', 'refreshable-workbook'],
  parquet: ['parquet-dates'],
  // JSON Lines needs no note, because it holds every value unchanged.
  'json-lines': [],
};

/** Describes an export before it starts: its estimated size and duration, and notes and warnings. */
export function usePreflight(
  request: ExportRequest,
  content: ExportContent,
  choices: ExportChoices,
  format: ExportFormat,
  refusal: RefreshRefusal | null = null,
): Preflight {
  const t = useTranslations('export');
  const formats = useFormats();
  const byteText = useByteText();
  const [openedAtMs] = useState(Date.now);
  const rowCount = content.rowEnd - content.rowStart;
  const estimate = useMemo(
    () =>
      estimateExport(
        rowCount,
        content.columns,
        sampleOf(request, content.columns),
        format,
        lastThroughput(format.kind),
      ),
    [rowCount, content.columns, request, format],
  );
  const isNearZipLimit =
    estimate !== null && Math.max(estimate.sheetBytes ?? 0, estimate.bytes) > MAX_ZIP_BYTES * NEAR_SHARE;
  const rows = t('rowCount', { formatted: formats.formatInteger(rowCount), count: rowCount });
  const fields = t('fieldCount', { count: content.columns.length });
  const summary =
    estimate === null
      ? t('estimateUnknown', { rows, fields })
      : t('estimate', {
          rows,
          fields,
          size: byteText(estimate.bytes),
          time: formats.formatDuration(estimate.ms),
        });

  const told = FORMAT_NOTES[choices.format];
  const isForExcel = told.includes('excel-csv');
  const isWorkbook = told.includes('workbook');
  const longNumbers = content.columns.filter(mayExceedExcel).map(({ name }) => name);
  // Rows that were already read show whether a column has long numbers. The metadata shows only whether it may have them.
  const sample = sampleOf(request, content.columns);
  const longSeen = content.columns
    .filter((column, index) => column.type === 'number' && sample.some((row) => exceedsExcel(row[index])))
    .map(({ name }) => name);
  const longUnseen = longNumbers.filter((name) => !longSeen.includes(name));
  const note = (text: string, isWarning = false): PreflightNote => ({ text, isWarning });
  const notes: PreflightNote[] = [];
  const isGone = request.hasExpired || openedAtMs >= request.expiresAtMs;
  const isLate = isGone || (estimate !== null && openedAtMs + estimate.ms > request.expiresAtMs);
  if (isGone) notes.push(note(t('expired'), true));
  else if (isLate) {
    notes.push(note(t('noExpiryTime', { time: formats.formatTime(request.expiresAtMs) }), true));
  }
  if (!isStable(request.snapshot)) notes.push(note(t('unstableNote'), true));
  if (refusal === 'unknown-query') notes.push(note(t('refreshUnknownQuery'), true));
  if (refusal === 'too-many-rows') {
    notes.push(note(t('refreshTooManyRows', { limit: formats.formatInteger(MAX_SHEET_ROWS) }), true));
  }
  if (told.includes('refreshable-workbook') && refusal === null) {
    if (choices.scope === 'selection') notes.push(note(t('refreshSelectionNote'), true));
    notes.push(note(t('refreshNote', { sheet: t('refresh.title') })));
  }
  if (isForExcel && longSeen.length > 0) {
    notes.push(note(t('digitsNote', { columns: longSeen.join(', ') }), true));
  }
  if (isForExcel && longUnseen.length > 0) {
    const count = sample.length;
    const seen = { count, formatted: formats.formatInteger(count), columns: longUnseen.join(', ') };
    notes.push(note(t('digitsPossibleNote', seen)));
  }
  const rowLimit = formats.formatInteger(MAX_SHEET_ROWS);
  const cellLimit = formats.formatInteger(MAX_CELL_LENGTH);
  if (isForExcel && rowCount > MAX_SHEET_ROWS) notes.push(note(t('csvRowsNote', { limit: rowLimit }), true));
  const longTexts = content.columns.filter(mayExceedCell).map(({ name }) => name);
  if (isForExcel && longTexts.length > 0) {
    notes.push(note(t('csvCellNote', { columns: longTexts.join(', '), limit: cellLimit })));
  }
  if (isWorkbook && longNumbers.length > 0) {
    notes.push(note(t('digitsWorkbookNote', { columns: longNumbers.join(', ') })));
  }
  const fineDates = content.columns.filter(mayBeFinerThanExcel).map(({ name }) => name);
  if (isWorkbook && fineDates.length > 0) {
    const text = choices.keepsFullSeconds ? 'datesWorkbookTextNote' : 'datesWorkbookNote';
    notes.push(note(t(text, { columns: fineDates.join(', '), sheet: t('about.title') })));
  }
  if (told.includes('further-sheets') && rowCount > MAX_SHEET_ROWS) {
    const count = Math.ceil(rowCount / MAX_SHEET_ROWS);
    const text = choices.hasFilePerSheet ? 'filesNote' : 'sheetsNote';
    notes.push(note(t(text, { count, limit: rowLimit }), true));
  }
  if (isWorkbook && isNearZipLimit) notes.push(note(t('tooLargeNote'), true));
  if (isWorkbook && longTexts.length > 0) {
    notes.push(note(t('cellNote', { columns: longTexts.join(', '), limit: cellLimit })));
  }
  if (told.includes('parquet-dates') && fineDates.length > 0) {
    notes.push(note(t('parquetDatesNote', { columns: fineDates.join(', ') })));
  }
  if (content.missingKeys.length > 0) {
    notes.push(note(t('keysNote', { columns: content.missingKeys.join(', ') }), true));
  }
  const keyBytes = content.keyColumns.length > 0 ? keyBytesOnDisk(rowCount) : 0;
  if (keyBytes > 0) {
    const limit = formats.formatInteger(MAX_KEYS_IN_MEMORY);
    notes.push(note(t('keysOnDiskNote', { limit, size: byteText(keyBytes) })));
  }
  if (content.lockedColumns.length > 0) {
    const { lockedColumns } = content;
    notes.push(note(t('lockedNote', { count: lockedColumns.length, columns: lockedColumns.join(', ') })));
  }
  if (content.absentColumns.length > 0) {
    const { absentColumns } = content;
    notes.push(
      note(t('missingFieldsNote', { count: absentColumns.length, columns: absentColumns.join(', ') })),
    );
  }
  if (content.hiddenColumns.length > 0) {
    notes.push(note(t('hiddenNote', { count: content.hiddenColumns.length })));
  }
  if (isForExcel) notes.push(note(t('guardNote')));
  if (told.includes('csv-empty')) notes.push(note(t('nullNote')));
  return { summary, notes, isLate, estimate };
}

/** The share of a limit above which the estimate counts as near: the actual size may then exceed the limit. */
const NEAR_SHARE = 0.7;

/** The number of significant digits with which Excel calculates. */
const EXCEL_DIGITS = 15;

function mayExceedExcel({ type, precision }: TableColumn): boolean {
  return type === 'number' && (precision ?? 0) > EXCEL_DIGITS;
}

function exceedsExcel(cell: TableRow[number] | undefined): boolean {
  const decimal = typeof cell === 'string' ? readDecimal(cell) : null;
  return decimal !== null && significantDigits(decimal) > EXCEL_DIGITS;
}

/** Whether values of the column may have more digits of a second than Excel holds. */
export function mayBeFinerThanExcel({ type, scale }: TableColumn): boolean {
  return type === 'date' && (scale ?? 0) > EXCEL_SECOND_DIGITS;
}

function mayExceedCell({ type, maxLength }: TableColumn): boolean {
  return type === 'text' && (maxLength ?? Infinity) > MAX_CELL_LENGTH;
}

export function sampleOf(request: ExportRequest, columns: readonly TableColumn[]): TableRow[] {
  const indexes = columns.map(({ name }) => request.columns.indexOf(name));
  return request.sampleRows.map((row) => indexes.map((index) => row[index] ?? null));
}
