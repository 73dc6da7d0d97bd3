import type { ColumnType, PriceColumn, PriceField } from '@/contract/column';
import type { CellValue, SnapshotRow } from '@/contract/extraction';
import { viewState, type Rights } from '@/session/rights';
import { columnAlign, createColumnFormat, type ColumnFormat } from '@/shared/formats/column-format';
import type { GridCell, GridColumn } from '@/shared/grid/grid-model';

export interface ResultColumns {
  readonly columns: readonly GridColumn[];
  readonly getCell: (row: SnapshotRow, columnId: string) => GridCell;
  /** All that a cell holds of a number or moment, or why it is withheld; null where the cell itself says all. */
  readonly fullOf: (row: SnapshotRow, columnId: string) => string | null;
  /** What a cell holds, as the service sent it. */
  readonly valueOf: (row: SnapshotRow, columnId: string) => CellValue;
  /** Null where the metadata does not know the column. */
  readonly typeOf: (columnId: string) => ColumnType | null;
  readonly fieldOf: (columnId: string) => PriceField | undefined;
  /** Writes a value as its cell shows it. */
  readonly showOf: (columnId: string) => (value: string | boolean) => string;
}

export interface CellTexts {
  readonly true: string;
  readonly false: string;
  /** Why a value is not there that no right is needed for. */
  readonly notSent: string;
  /** The same of one that a right is needed for. */
  readonly needsRight: (right: string) => string;
}

/**
 * The grid's columns and cells for a snapshot: formats and alignment from the metadata. A column of the snapshot that
 * the metadata does not know is shown as it came.
 */
export function resultColumns(
  columnNames: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
  locale: string,
  texts: CellTexts,
  rights: Rights,
): ResultColumns {
  const fields = new Map(priceColumn.fields.map((field) => [field.name, field]));
  const places = new Map(
    columnNames.map((name, index) => {
      const field = fields.get(name);
      const format = field && onDemand(() => columnFormat(field, locale, texts));
      return [name, { index, field, format, withheld: whyWithheld(field, texts, rights) }];
    }),
  );
  const getCell = (row: SnapshotRow, columnId: string): GridCell => {
    const place = places.get(columnId);
    return place === undefined
      ? { state: 'withheld' }
      : gridCell(row[place.index], place.format?.(), place.withheld);
  };
  return {
    columns: columnNames.map((name) => gridColumn(name, places.get(name)?.field)),
    getCell,
    fullOf: (row, columnId) => {
      const cell = getCell(row, columnId);
      if (cell.state === 'withheld') return cell.reason ?? null;
      if (cell.state !== 'value') return null;
      const type = places.get(columnId)?.field?.type;
      // A narrow column cuts digits off that nobody would miss.
      return type === 'number' || type === 'date' ? (cell.title ?? cell.text) : null;
    },
    valueOf: (row, columnId) => row[places.get(columnId)?.index ?? -1],
    typeOf: (columnId) => places.get(columnId)?.field?.type ?? null,
    fieldOf: (columnId) => places.get(columnId)?.field,
    showOf: (columnId) => {
      const format = places.get(columnId)?.format?.();
      return (value) => format?.formatValue(value).text ?? String(value);
    },
  };
}

function columnFormat(field: PriceField, locale: string, texts: CellTexts): ColumnFormat {
  return createColumnFormat(field, { locale, labels: { true: texts.true, false: texts.false } });
}

/** Of thousands of columns a few are ever drawn. */
function onDemand<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

function gridColumn(name: string, field: PriceField | undefined): GridColumn {
  if (field === undefined) return { id: name, label: name, align: 'left', isSortable: false };
  return {
    id: name,
    label: name,
    title: `${name} · ${field.typeLabel}`,
    align: columnAlign(field),
    isKey: field.isKey || field.isPrimaryKey,
    isSortable: field.isSortable,
    widthPx: widthPx(field),
  };
}

function whyWithheld(field: PriceField | undefined, texts: CellTexts, rights: Rights): string {
  const view = field && viewState(field, rights);
  return view === undefined || view.state === 'visible' ? texts.notSent : texts.needsRight(view.right);
}

function gridCell(value: CellValue, format: ColumnFormat | undefined, withheld: string): GridCell {
  if (value === undefined) return { state: 'withheld', reason: withheld };
  if (value === null) return { state: 'null' };
  if (value === '') return { state: 'empty' };
  if (format === undefined) return { state: 'value', text: String(value) };
  const { text, full, isExact } = format.formatValue(value);
  return isExact ? { state: 'value', text } : { state: 'value', text, title: full };
}

/** Characters that a column of numbers or codes is given at most. */
const LONGEST_CODE = 128;

// First widths, px, by what usually stands in such a column; people make them what they need.
function widthPx(field: PriceField): number {
  const forHeader = 44 + field.name.length * 7.5;
  switch (field.type) {
    case 'number':
      return clamp(Math.max(120, forHeader), 220);
    case 'date':
      return clamp(Math.max(field.formatting === '' ? 236 : 116, forHeader), 240);
    case 'boolean':
      return clamp(Math.max(88, forHeader), 180);
    case 'text': {
      const forText = 28 + usualLength(field.maxLength) * 6.8;
      return clamp(Math.max(100, forHeader, forText), 260);
    }
  }
}

/** Numbers and codes are given more room by the service than they ever use; what may be longer is prose. */
function usualLength(maxLength: number | null): number {
  return maxLength === null || maxLength > LONGEST_CODE ? 34 : Math.min(maxLength, 20);
}

function clamp(px: number, maximumPx: number): number {
  return Math.round(Math.min(px, maximumPx));
}
