import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import {
  columnAlign,
  createColumnFormat,
  withShownSeconds,
  type ColumnFormat,
} from '@/lib/formats/column-format';
import { roundDecimal, significantFractionDigits } from '@/lib/formats/decimal';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { typeText } from '@/ui/formats/type-text';
import type { Words } from '@/ui/formats/words';
import type { GridCell, GridColumn, GridMatches, GridRows } from '@/lib/grid/grid-model';
import { visibleText } from '@/lib/grid/visible-text';
import type { RowColumns } from '../rows/rows-grid';
import { createSignedCells, plainCell } from '../rows/signed-cells';
import { PERCENT_PLACES } from './change-percent';
import type { ChangeRow } from './change-reader';
import type { FoundText } from './change-rows';
import { differingColumns, type ComparisonSpec } from './comparison';
import { textSearch } from '@/ui/components/search-terms';

/** The grid's columns that are not columns of the sides. */
export const KIND_COLUMN = 'kind';
export const DELTA_COLUMN = 'delta';
export const PERCENT_COLUMN = 'percent';
const FIELD_PREFIX = 'field ';

/** The id of the grid's column for a column of the sides. */
function fieldColumnId(name: string): string {
  return FIELD_PREFIX + name;
}

/** The column of the sides that a column of the grid shows; null for other columns of the grid. */
export function fieldOfColumn(columnId: string): string | null {
  return columnId.startsWith(FIELD_PREFIX) ? columnId.slice(FIELD_PREFIX.length) : null;
}

/** Columns and cells of the grid **Changes**. */
export interface ChangeColumns extends RowColumns<ChangeRow> {
  /** A cell as it is copied: a value that differs as shown, all others exactly. */
  readonly copiedValue: (row: ChangeRow, columnId: string) => CellValue;
  /** A value of one side with the digits that its column shows. */
  readonly brief: (name: string, value: CellValue) => string;
  /** A value of one side with every digit. */
  readonly shown: (name: string, value: CellValue) => string;
  /** A Δ %, without an arrow. */
  readonly percentText: (percent: string) => string;
  /** A Δ % as the grid shows it, with an arrow and two places. */
  readonly signedPercent: (percent: string) => string;
  readonly keyNames: readonly string[];
  /** The columns of the sides, in the order of the grid. */
  readonly names: readonly string[];
}

/** Stands for a missing value between other text. */
const NO_VALUE = '∅';

/** Between the two values of a cell. */
const ARROW = ' → ';

/** Returns the columns of a comparison in the person's language and formats. */
export function changeColumns(
  words: Words,
  spec: ComparisonSpec,
  fields: readonly PriceField[],
): ChangeColumns {
  const [t, tCommon, tGrid] = [words.of('changes'), words.of('common'), words.of('grid')];
  const { locale } = words.formats;
  const [emptyText, withheld] = [tGrid('emptyText'), tGrid('withheld')];
  const heads = { kind: t('head.kind'), delta: t('head.delta'), percent: t('head.percent') };
  const names = [...spec.keys, ...differingColumns(spec)];
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const formats = new Map<string, ColumnFormat | null>();
  const formatOf = (name: string) => {
    let format = formats.get(name);
    if (format === undefined) {
      const field = fieldOf(name);
      const labels = { true: tCommon('true'), false: tCommon('false') };
      format = field === undefined ? null : createColumnFormat(field, { locale, labels });
      formats.set(name, format);
    }
    return format;
  };
  const { deltaCell, percentCell } = createSignedCells({
    field: spec.price === null ? undefined : fieldOf(spec.price),
    percentPlaces: PERCENT_PLACES,
    locale,
    risen: t('cell.risen'),
    fallen: t('cell.fallen'),
  });
  const shown = (name: string, value: CellValue): string => {
    if (value === undefined) return withheld;
    if (value === null) return NO_VALUE;
    if (value === '') return emptyText;
    return formatOf(name)?.formatValue(value).full ?? String(value);
  };
  /** A date without those digits of its second that its column does not show. */
  const shortened = (name: string, value: CellValue): CellValue => {
    const field = fieldOf(name);
    return field?.type === 'date' && typeof value === 'string' ? withShownSeconds(value, field) : value;
  };
  const wholePair = (name: string, earlier: CellValue, later: CellValue) =>
    `${visibleText(shown(name, earlier))}${ARROW}${visibleText(shown(name, later))}`;
  /** A value as its column shows it. */
  const brief = (name: string, value: CellValue): string => {
    const isValue = value !== undefined && value !== null && value !== '';
    const format = isValue && fieldOf(name)?.type === 'number' ? formatOf(name) : null;
    return format === null || !isValue ? shown(name, shortened(name, value)) : format.formatValue(value).text;
  };
  /** Two values that differ only in hidden digits are shown with these digits, so that the difference is visible. */
  const pairText = (name: string, earlier: CellValue, later: CellValue) => {
    const [from, to] = [brief(name, earlier), brief(name, later)];
    return from === to ? wholePair(name, earlier, later) : `${visibleText(from)}${ARROW}${visibleText(to)}`;
  };
  const cellOf = (row: ChangeRow, name: string) => row.cells[names.indexOf(name)];
  const presentValue = (row: ChangeRow, name: string): CellValue => {
    const cell = cellOf(row, name);
    return row.laterIndex === null ? cell?.earlier : cell?.later;
  };

  const plainPercent = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });

  return {
    percentText: (percent) => `${plainPercent(roundDecimal(percent, significantFractionDigits(percent)))} %`,
    signedPercent: (percent) => {
      const cell = percentCell(percent);
      return cell.state === 'value' ? cell.text : '';
    },
    keyNames: spec.keys,
    names,
    brief,
    shown,
    definitions: [
      { id: KIND_COLUMN, label: heads.kind, align: 'left' },
      ...names.map((name, index): GridColumn => {
        const field = fieldOf(name);
        return {
          id: fieldColumnId(name),
          label: name,
          title: field === undefined ? name : `${name} · ${typeText(words, field)}`,
          align: field === undefined ? 'left' : columnAlign(field),
          isKey: index < spec.keys.length,
          isSortable: index < spec.keys.length,
          ...(field?.type === 'number' || field?.type === 'date' ? { content: 'figures' } : {}),
        };
      }),
      ...(spec.price === null
        ? []
        : ([
            { id: DELTA_COLUMN, label: heads.delta, align: 'right', content: 'figures' },
            { id: PERCENT_COLUMN, label: heads.percent, align: 'right', content: 'figures' },
          ] as const)),
    ],
    getCell: (row, columnId) => {
      if (columnId === KIND_COLUMN) return { state: 'value', text: t(`kind.${row.kind}`) };
      if (columnId === DELTA_COLUMN) return row.delta === null ? NONE : deltaCell(row.delta);
      if (columnId === PERCENT_COLUMN)
        return row.deltaPercent === null ? NONE : percentCell(row.deltaPercent);
      const name = fieldOfColumn(columnId) ?? '';
      const cell = cellOf(row, name);
      if (cell?.differs === true) {
        const note = t('cell.differs', {
          earlier: shown(name, cell.earlier),
          later: shown(name, cell.later),
        });
        const text = pairText(name, cell.earlier, cell.later);
        const whole = wholePair(name, cell.earlier, cell.later);
        return { state: 'value', text, note, ...(text === whole ? {} : { title: whole }) };
      }
      return plainCell(presentValue(row, name), formatOf(name));
    },
    copiedValue: (row, columnId) => {
      if (columnId === KIND_COLUMN) return t(`kind.${row.kind}`);
      if (columnId === DELTA_COLUMN) return row.delta;
      if (columnId === PERCENT_COLUMN) return row.deltaPercent;
      const name = fieldOfColumn(columnId) ?? '';
      const cell = cellOf(row, name);
      if (cell?.differs === true) return wholePair(name, cell.earlier, cell.later);
      return presentValue(row, name);
    },
    typeOf: (columnId) => {
      if (columnId === KIND_COLUMN) return 'text';
      if (columnId === DELTA_COLUMN || columnId === PERCENT_COLUMN) return 'number';
      return fieldOf(fieldOfColumn(columnId) ?? '')?.type ?? null;
    },
    labelOf: (columnId) => {
      if (columnId === KIND_COLUMN) return heads.kind;
      if (columnId === DELTA_COLUMN) return heads.delta;
      if (columnId === PERCENT_COLUMN) return heads.percent;
      return fieldOfColumn(columnId) ?? columnId;
    },
  };
}

/** For a cell without a difference, or without a base to relate it to. */
const NONE: GridCell = { state: 'value', text: '–' };

/** Returns the cells of a row in view whose value, on either side, contains the text of a search. */
export function foundCells(
  rows: Pick<GridRows<ChangeRow>, 'getRow'>,
  columns: Pick<ChangeColumns, 'definitions' | 'names' | 'shown'>,
  { text, decimal }: FoundText,
): GridMatches['columnsByRow'] {
  const isFound = textSearch(text);
  const holds = (name: string, value: CellValue) => {
    if (typeof value === 'boolean') return isFound(columns.shown(name, value));
    if (value === undefined || value === null || value === '') return false;
    if (isFound(value) || (decimal !== null && value.includes(decimal))) return true;
    return isFound(columns.shown(name, value));
  };
  const cells = columns.definitions.flatMap(({ id }) => {
    const name = fieldOfColumn(id);
    return name === null ? [] : [{ id, name, index: columns.names.indexOf(name) }];
  });
  const known = new WeakMap<ChangeRow, ReadonlySet<string>>();
  return {
    get: (rowIndex) => {
      const row = rows.getRow(rowIndex);
      if (row === null) return undefined;
      let found = known.get(row);
      if (found === undefined) {
        const matching = cells.filter(({ name, index }) => {
          const cell = row.cells[index];
          return cell !== undefined && (holds(name, cell.earlier) || holds(name, cell.later));
        });
        found = new Set(matching.map(({ id }) => id));
        known.set(row, found);
      }
      return found;
    },
  };
}
