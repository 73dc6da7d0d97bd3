import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { withShownSeconds } from '@/lib/formats/column-format';
import { roundDecimal, significantFractionDigits } from '@/lib/formats/decimal';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import type { GridCell, GridMatches, GridRows } from '@/lib/grid/grid-model';
import { visibleText } from '@/lib/grid/visible-text';
import {
  fieldColumns,
  fieldOfKey,
  fieldTexts,
  figureColumn,
  rowTable,
  wordColumn,
  type RowColumn,
  type RowTable,
} from '../row-table/row-table';
import { createSignedCells } from '../rows/signed-cells';
import { PERCENT_PLACES } from './change-percent';
import type { ChangeCell, ChangeRow } from './change-reader';
import type { FoundText } from './change-rows';
import { differingColumns, type ComparisonSpec } from './comparison';
import { textSearch } from '@/lib/base/search-terms';

/** The keys of grid columns that are not columns of the compared rows. */
export const KIND_COLUMN = 'kind';
export const DELTA_COLUMN = 'delta';
export const PERCENT_COLUMN = 'percent';
/** The columns of the grid **Changes**. Values are copied exactly, except for cells with two values, which are copied as shown. */
export interface ChangeColumns extends RowTable<ChangeRow> {
  /** Returns a value of one side with the digits that its column shows. */
  readonly brief: (name: string, value: CellValue) => string;
  /** Returns a value of one side with every digit. */
  readonly shown: (name: string, value: CellValue) => string;
  /** Formats a price change in percent (Δ %). Does not add the arrow that shows a rise or a fall. */
  readonly percentText: (percent: string) => string;
  /** Returns the text of a Δ % (price change in percent) as in the grid, with an arrow and two decimal places. */
  readonly signedPercent: (percent: string) => string;
  readonly keyNames: readonly string[];
  /** The names of the compared columns, in the order of the grid. */
  readonly names: readonly string[];
}

/** The separator between the two values of a cell. */
const ARROW = ' → ';

/** Returns the columns of a comparison in the user's language and formats. */
export function changeColumns(
  words: Words,
  spec: ComparisonSpec,
  fields: readonly PriceField[],
): ChangeColumns {
  const t = words.of('changes');
  const { locale } = words.formats;
  const names = [...spec.keys, ...differingColumns(spec)];
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const texts = new Map(names.map((name) => [name, fieldTexts(words, fieldOf(name))]));
  const { deltaCell, percentCell } = createSignedCells({
    field: spec.price === null ? undefined : fieldOf(spec.price),
    percentPlaces: PERCENT_PLACES,
    locale,
    risen: t('cell.risen'),
    fallen: t('cell.fallen'),
  });
  const shown = (name: string, value: CellValue) =>
    (texts.get(name) ?? fieldTexts(words, fieldOf(name))).whole(value);
  /** Returns a date without those digits of its second that its column does not show. */
  const shortened = (name: string, value: CellValue): CellValue => {
    const field = fieldOf(name);
    return field?.type === 'date' && typeof value === 'string' ? withShownSeconds(value, field) : value;
  };
  const wholePair = (name: string, { earlier, later }: ChangeCell) =>
    `${visibleText(shown(name, earlier))}${ARROW}${visibleText(shown(name, later))}`;
  /** Returns a value as its column shows it. */
  const brief = (name: string, value: CellValue): string => {
    const isValue = value !== undefined && value !== null && value !== '';
    const format = isValue && fieldOf(name)?.type === 'number' ? texts.get(name)?.format : null;
    return format == null || !isValue ? shown(name, shortened(name, value)) : format.formatValue(value).text;
  };
  /** If two values differ only in hidden digits, the cell shows these digits, so that the difference is visible. */
  const pairCell = (name: string, cell: ChangeCell): GridCell => {
    const [from, to] = [brief(name, cell.earlier), brief(name, cell.later)];
    const whole = wholePair(name, cell);
    const text = from === to ? whole : `${visibleText(from)}${ARROW}${visibleText(to)}`;
    const note = t('cell.differs', { earlier: shown(name, cell.earlier), later: shown(name, cell.later) });
    return { state: 'value', text, note, ...(text === whole ? {} : { title: whole }) };
  };
  const ofSides = fieldColumns<ChangeRow>(
    words,
    names.map((name) => ({ name, type: fieldOf(name)?.type ?? 'text' })),
    fields,
    ({ cells, laterIndex }, place) => cells[place]?.[laterIndex === null ? 'earlier' : 'later'],
  ).map((column, index): RowColumn<ChangeRow> => {
    const { head, read, cell } = column;
    const differing = ({ cells }: ChangeRow) => {
      const pair = cells[index];
      return pair?.differs === true ? pair : null;
    };
    const isKey = index < spec.keys.length;
    return {
      ...column,
      isKey,
      isSortable: isKey,
      cell: (row) => {
        const pair = differing(row);
        return pair === null ? cell(row) : pairCell(head, pair);
      },
      copied: (row) => {
        const pair = differing(row);
        return pair === null ? read(row) : wholePair(head, pair);
      },
    };
  });
  const ofPrice: readonly RowColumn<ChangeRow>[] = [
    figureColumn(DELTA_COLUMN, t('head.delta'), ({ delta }) => delta, deltaCell),
    figureColumn(PERCENT_COLUMN, t('head.percent'), ({ deltaPercent }) => deltaPercent, percentCell),
  ];
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
    ...rowTable(words, [
      {
        ...wordColumn<ChangeRow>(KIND_COLUMN, t('head.kind'), ({ kind }) => t(`kind.${kind}`)),
        isSortable: true,
      },
      ...ofSides,
      ...(spec.price === null ? [] : ofPrice.map((column) => ({ ...column, isSortable: true }))),
    ]),
  };
}

/** Returns the visible cells whose value contains the text of a search, on either side. */
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
    const name = fieldOfKey(id);
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
