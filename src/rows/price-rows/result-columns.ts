import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import type { CellValue, SnapshotRow } from '@/contract/extraction';
import { viewState, type Rights } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { rightText } from '@/session/rights/right-text';
import { columnAlign, createColumnFormat, type ColumnFormat } from '@/lib/formats/column-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import { typeText } from '@/ui/formats/type-text';
import { useWords } from '@/ui/formats/use-words';
import type { CellTone, ColumnState, GridCell, GridColumn } from '@/lib/grid/grid-model';
import { validityEdge } from './validity-edge';
import { localDay } from '@/lib/formats/iso-date';
import { ownMember } from '@/lib/base/own-member';

export interface ResultColumns {
  readonly columns: readonly GridColumn[];
  readonly getCell: (row: SnapshotRow, columnId: string) => GridCell;
  /** Returns the full number or date, or why the value is withheld. Null if the cell itself shows everything. */
  readonly fullOf: (row: SnapshotRow, columnId: string) => string | null;
  /** Returns the value as the service sent it. */
  readonly valueOf: (row: SnapshotRow, columnId: string) => CellValue;
  /** Returns the index of the column's cells in a row, or -1 if the snapshot does not have the column. */
  readonly indexOf: (columnId: string) => number;
  /** Returns the type of the column, or null if the metadata does not contain the column. */
  readonly typeOf: (columnId: string) => ColumnType | null;
  readonly fieldOf: (columnId: string) => PriceField | undefined;
  /** Returns a function that formats a value as its cell shows it. */
  readonly showOf: (columnId: string) => (value: string | boolean) => string;
}

export interface CellTexts {
  readonly true: string;
  readonly false: string;
  /** Explains why a value is missing for which no right is required. */
  readonly notSent: string;
  /** Explains why a value is missing for which a right is required. */
  readonly needsRight: (rightId: string) => string;
  /** Explains the mark of a date at which a validity has ended. `startsLater` explains that of a future start. */
  readonly ended: string;
  readonly startsLater: string;
  readonly typeText: (field: PriceField) => string;
}

interface CellFormat {
  readonly index: number;
  readonly format: ColumnFormat | null;
  readonly withheldReason: string;
  /** The cells by value. Values recur in the rows of a column, and when cells are rendered after their column was fitted. */
  readonly cells: Map<CellValue, GridCell>;
  readonly toneOf: (value: string | boolean) => { readonly tone: CellTone; readonly note?: string } | null;
}

/** The most cached cells of a column, more than are visible at once. */
const MAX_CELLS = 500;

/** Returns the columns of a snapshot in the user's language and formats. */
export function useResultColumns(
  {
    columns,
    computedFields,
  }: { readonly columns: readonly string[]; readonly computedFields?: readonly PriceField[] | undefined },
  priceColumn: PriceColumn,
  digits?: ColumnState['digits'],
): ResultColumns {
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const { locale } = useFormats();
  const rights = useRights();
  const words = useWords();
  return useMemo(() => {
    const texts = {
      true: tCommon('true'),
      false: tCommon('false'),
      notSent: t('notSent'),
      needsRight: (rightId: string) => t('needsRight', { right: rightText(words.of('rights'), rightId) }),
      ended: t('ended'),
      startsLater: t('startsLater'),
      typeText: (field: PriceField) => typeText(words, field),
    };
    const fields = [...priceColumn.fields, ...(computedFields ?? [])];
    return resultColumns(columns, { fields }, locale, texts, rights, digits);
  }, [columns, computedFields, priceColumn, digits, locale, t, tCommon, rights, words]);
}

/** Returns the grid's columns and cells. Cells are created on first use, because only few are rendered at once. */
export function resultColumns(
  columnNames: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
  locale: string,
  texts: CellTexts,
  rights: Rights,
  digits: ColumnState['digits'] = {},
): ResultColumns {
  const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
  const indexes = new Map(columnNames.map((name, index) => [name, index]));
  const cellFormats = new Map<string, CellFormat>();
  // Determined once: a validity that ends while the rows are on screen keeps its tone, because cells change only with their rows.
  const today = localDay(new Date());

  const indexOf = (columnId: string) => indexes.get(columnId) ?? -1;
  // A field of the price column that is not a column of this snapshot has no type here.
  const fieldOf = (columnId: string) => (indexes.has(columnId) ? fields.get(columnId) : undefined);
  const cellFormatOf = (columnId: string): CellFormat => {
    let cellFormat = cellFormats.get(columnId);
    if (cellFormat === undefined) {
      const field = fieldOf(columnId);
      const labels = { true: texts.true, false: texts.false };
      cellFormat = {
        index: indexOf(columnId),
        format:
          field === undefined
            ? null
            : createColumnFormat(field, { locale, labels, places: ownMember(digits, columnId) }),
        withheldReason: withheldReason(field, texts, rights),
        cells: new Map(),
        toneOf: toneOfField(field, texts, today),
      };
      cellFormats.set(columnId, cellFormat);
    }
    return cellFormat;
  };
  const getCell = (row: SnapshotRow, columnId: string): GridCell => {
    const cellFormat = cellFormatOf(columnId);
    if (cellFormat.index === -1) return { state: 'withheld' };
    const value = row[cellFormat.index];
    const { cells } = cellFormat;
    let cell = cells.get(value);
    if (cell === undefined) {
      cell = gridCell(value, cellFormat);
      if (cells.size >= MAX_CELLS) cells.clear();
      cells.set(value, cell);
    }
    return cell;
  };
  return {
    columns: columnNames.map((name) => gridColumn(name, fields.get(name), texts)),
    getCell,
    fullOf: (row, columnId) => {
      const cell = getCell(row, columnId);
      if (cell.state === 'withheld') return cell.reason ?? null;
      if (cell.state !== 'value') return null;
      const type = fieldOf(columnId)?.type;
      // Always returns the whole number or date, because a narrow column may cut off digits.
      return type === 'number' || type === 'date' ? (cell.title ?? cell.text) : null;
    },
    valueOf: (row, columnId) => row[indexOf(columnId)],
    indexOf,
    typeOf: (columnId) => fieldOf(columnId)?.type ?? null,
    fieldOf,
    showOf: (columnId) => {
      const { format } = cellFormatOf(columnId);
      return (value) => format?.formatValue(value).text ?? String(value);
    },
  };
}

function gridColumn(name: string, field: PriceField | undefined, { typeText }: CellTexts): GridColumn {
  if (field === undefined) return { id: name, label: name, align: 'left', isSortable: false };
  return {
    id: name,
    label: name,
    title: `${name} · ${typeText(field)}`,
    align: columnAlign(field),
    isKey: field.isKey || field.isPrimaryKey,
    ...(field.isPriceColumn === true && { isMain: true }),
    isSortable: field.isSortable,
    ...contentOfField(field),
  };
}

function withheldReason(field: PriceField | undefined, texts: CellTexts, rights: Rights): string {
  const view = field && viewState(field, rights);
  return view === undefined || view.state === 'visible' ? texts.notSent : texts.needsRight(view.right);
}

function gridCell(
  value: CellValue,
  { format, withheldReason: reason, toneOf }: Omit<CellFormat, 'index'>,
): GridCell {
  if (value === undefined) return { state: 'withheld', reason };
  if (value === null) return { state: 'null' };
  if (value === '') return { state: 'empty' };
  if (format === null) return { state: 'value', text: String(value) };
  const { text, isExact, full } = format.formatValue(value);
  const title = isExact ? {} : { title: full };
  return { state: 'value', text, ...title, ...toneOf(value) };
}

function contentOfField({ type, name }: PriceField): Pick<GridColumn, 'content' | 'hasSigns'> {
  switch (type) {
    case 'number':
      return { content: 'figures' };
    case 'date':
      return { content: 'figures', hasSigns: validityEdge(name) !== null };
    case 'text':
      return { content: 'text' };
    case 'boolean':
      return {};
  }
}

function toneOfField(field: PriceField | undefined, texts: CellTexts, today: string): CellFormat['toneOf'] {
  const NO_TONE = () => null;
  if (field?.type === 'number') {
    return (value) => (typeof value === 'string' && isNegative(value) ? { tone: 'negative' } : null);
  }
  const edge = field?.type === 'date' ? validityEdge(field.name) : null;
  if (edge === null) return NO_TONE;
  const [ended, later] = [
    { tone: 'past', note: texts.ended },
    { tone: 'future', note: texts.startsLater },
  ] as const;
  // ISO days can be compared as text. A validity includes its last day, so it has ended only after this day.
  if (edge === 'end') return (value) => (String(value).slice(0, 10) < today ? ended : null);
  return (value) => (String(value).slice(0, 10) > today ? later : null);
}

/** Whether exact decimal text is negative. A negative zero is not. */
function isNegative(decimal: string): boolean {
  return decimal.startsWith('-') && /[1-9]/.test(decimal.replace(/e.*$/i, ''));
}
