import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { columnAlign, createColumnFormat } from '@/lib/formats/column-format';
import { roundDecimal } from '@/lib/formats/decimal';
import type { GridCell, GridColumn } from '@/lib/grid/grid-model';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { RowColumns } from '../../rows-read/rows/rows-grid';
import { createSignedCells, plainCell } from '../../rows-read/rows/signed-cells';
import type { ProposalRow } from './read-proposal';

const NEW_VALUE_COLUMN = 'new-value';
const DELTA_COLUMN = 'delta';
const PERCENT_COLUMN = 'percent';
const RULE_COLUMN = 'rule';
const GUARD_COLUMN = 'guard';
const COMPUTED = [NEW_VALUE_COLUMN, DELTA_COLUMN, PERCENT_COLUMN, RULE_COLUMN, GUARD_COLUMN] as const;
type ComputedColumn = (typeof COMPUTED)[number];
const FIELD_PREFIX = 'field ';

export interface ProposalTexts {
  readonly true: string;
  readonly false: string;
  readonly emptyText: string;
  readonly noValue: string;
  readonly heads: Readonly<Record<ComputedColumn, string>>;
  readonly risen: string;
  readonly fallen: string;
  readonly ruleOf: (row: ProposalRow) => string;
  /** The guard that determined the price, or why the price does not change. */
  readonly guardOf: (row: ProposalRow) => string;
  /** The type of a column in words. */
  readonly typeText: (field: PriceField) => string;
}

/** Columns and cells of the grid **Proposal**. */
export interface ProposalColumnsOfGrid extends RowColumns<ProposalRow> {
  /** Labels and values of a row, as its record shows them. */
  readonly recordOf: (row: ProposalRow) => readonly (readonly [label: string, value: string])[];
}

export interface ProposalColumnsOptions {
  readonly columns: readonly AnalysedColumn[];
  readonly fields: readonly PriceField[];
  readonly price: string;
  /** The columns that identify what the price is for, which come first. */
  readonly first: readonly (string | null)[];
  readonly locale: string;
  readonly texts: ProposalTexts;
}

/** The number of decimal places of Δ % that are always shown. */
const SHOWN_PLACES = 2;
/** There is no difference, or the old price is zero or missing. */
const NONE: GridCell = { state: 'value', text: '–' };

/** Returns the columns of a proposal in the person's language and formats: the identifying columns, old and new price, then the others. */
export function proposalColumns(options: ProposalColumnsOptions): ProposalColumnsOfGrid {
  const { columns, fields, price, first, locale, texts } = options;
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const rankOf = ({ name }: AnalysedColumn) => {
    if (name === price) return first.length;
    return first.includes(name) ? first.indexOf(name) : first.length + 1;
  };
  const names = columns.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ name }) => name);
  const places = new Map(columns.map(({ name }, index) => [name, index]));
  const labels = { true: texts.true, false: texts.false };
  const formats = new Map(
    names.map((name) => {
      const field = fieldOf(name);
      return [name, field === undefined ? null : createColumnFormat(field, { locale, labels })];
    }),
  );
  const signed = createSignedCells({
    field: fieldOf(price),
    percentPlaces: SHOWN_PLACES,
    locale,
    risen: texts.risen,
    fallen: texts.fallen,
  });
  const nameOf = (columnId: string) => columnId.slice(FIELD_PREFIX.length);
  const valueOf = (row: ProposalRow, name: string): CellValue => row.cells[places.get(name) ?? -1];
  const isComputed = (columnId: string): columnId is ComputedColumn =>
    COMPUTED.some((each) => each === columnId);

  const computedCell = (row: ProposalRow, columnId: ComputedColumn): GridCell => {
    switch (columnId) {
      case NEW_VALUE_COLUMN:
        return plainCell(row.newValue, formats.get(price) ?? null);
      case DELTA_COLUMN:
        return row.delta === null ? NONE : signed.deltaCell(row.delta);
      case PERCENT_COLUMN:
        return row.percent === null ? NONE : signed.percentCell(shortened(row.percent));
      case RULE_COLUMN:
        return { state: 'value', text: texts.ruleOf(row) };
      case GUARD_COLUMN:
        return { state: 'value', text: texts.guardOf(row) };
    }
  };
  const computedValue = (row: ProposalRow, columnId: ComputedColumn): string | null => {
    switch (columnId) {
      case NEW_VALUE_COLUMN:
        return row.newValue;
      case DELTA_COLUMN:
        return row.delta;
      case PERCENT_COLUMN:
        return row.percent;
      case RULE_COLUMN:
        return texts.ruleOf(row);
      case GUARD_COLUMN:
        return texts.guardOf(row);
    }
  };
  const getCell = (row: ProposalRow, columnId: string): GridCell =>
    isComputed(columnId)
      ? computedCell(row, columnId)
      : plainCell(valueOf(row, nameOf(columnId)), formats.get(nameOf(columnId)) ?? null);
  const fieldColumn = (name: string): GridColumn => {
    const field = fieldOf(name);
    const isFigures = field?.type === 'number' || field?.type === 'date';
    return {
      id: FIELD_PREFIX + name,
      label: name,
      title: field === undefined ? name : `${name} · ${texts.typeText(field)}`,
      align: field === undefined ? 'left' : columnAlign(field),
      isSortable: false,
      ...(isFigures ? { content: 'figures' } : {}),
    };
  };
  const computedColumn = (id: ComputedColumn): GridColumn => ({
    id,
    label: texts.heads[id],
    isSortable: false,
    ...(id === RULE_COLUMN || id === GUARD_COLUMN
      ? { align: 'left' }
      : { align: 'right', content: 'figures' }),
  });
  const before = names.slice(0, names.indexOf(price) + 1);
  const definitions = [
    ...before.map(fieldColumn),
    ...COMPUTED.map(computedColumn),
    ...names.slice(before.length).map(fieldColumn),
  ];
  const shown = (cell: GridCell): string => {
    switch (cell.state) {
      case 'value':
        return cell.title ?? cell.text;
      case 'empty':
        return texts.emptyText;
      case 'null':
      case 'withheld':
        return texts.noValue;
    }
  };
  return {
    definitions,
    getCell,
    recordOf: (row) => definitions.map(({ id, label }) => [label, shown(getCell(row, id))]),
    copiedValue: (row, columnId) =>
      isComputed(columnId) ? computedValue(row, columnId) : valueOf(row, nameOf(columnId)),
    typeOf: (columnId): ColumnType | null => {
      if (!isComputed(columnId)) return fieldOf(nameOf(columnId))?.type ?? null;
      return columnId === RULE_COLUMN || columnId === GUARD_COLUMN ? 'text' : 'number';
    },
    labelOf: (columnId) => (isComputed(columnId) ? texts.heads[columnId] : nameOf(columnId)),
  };
}

/** Rounds a percentage to the displayed places, unless the result would be zero. */
function shortened(percent: string): string {
  const rounded = roundDecimal(percent, SHOWN_PLACES);
  return /[1-9]/.test(rounded) || !/[1-9]/.test(percent) ? rounded : percent;
}
