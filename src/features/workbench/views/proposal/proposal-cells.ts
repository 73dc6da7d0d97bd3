import type { ColumnType, PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { columnAlign, createColumnFormat } from '@/lib/formats/column-format';
import { roundDecimal } from '@/lib/formats/decimal';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { typeText } from '@/ui/formats/type-text';
import type { Words } from '@/ui/formats/words';
import type { GridCell, GridColumn } from '@/lib/grid/grid-model';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { RowColumns } from '../../rows-read/rows/rows-grid';
import { createSignedCells, plainCell } from '../../rows-read/rows/signed-cells';
import type { Proposal, ProposalRow } from './read-proposal';

const NEW_VALUE_COLUMN = 'new-value';
const DELTA_COLUMN = 'delta';
const PERCENT_COLUMN = 'percent';
const RULE_COLUMN = 'rule';
const GUARD_COLUMN = 'guard';
const COMPUTED = [NEW_VALUE_COLUMN, DELTA_COLUMN, PERCENT_COLUMN, RULE_COLUMN, GUARD_COLUMN] as const;
type ComputedColumn = (typeof COMPUTED)[number];
const FIELD_PREFIX = 'field ';

/** Names the rule of a row. */
export function ruleName(words: Words, { rule }: Pick<ProposalRow, 'rule'>): string {
  return rule === null ? '–' : words.of('proposal')('rule', { number: rule + 1 });
}

/** Names the guard that determined the price, or why the price does not change. */
export function guardText(words: Words, { outcome, guard }: Pick<ProposalRow, 'outcome' | 'guard'>): string {
  const t = words.of('proposal');
  if (outcome !== 'priced' && outcome !== 'no-rule') return t(`outcomes.${outcome}`);
  return guard === null ? '' : t(`ways.${guard.way}`, { guard: t(guard.name) });
}

/** Columns and cells of the grid **Proposal**. */
export interface ProposalColumnsOfGrid extends RowColumns<ProposalRow> {
  /** Labels and values of a row, as its record shows them. */
  readonly recordOf: (row: ProposalRow) => readonly (readonly [label: string, value: string])[];
}

/** The number of decimal places of Δ % that are always shown. */
const SHOWN_PLACES = 2;
/** Stands for a missing value in the record of a row. */
const NO_VALUE = '∅';
/** There is no difference, or the old price is zero or missing. */
const NONE: GridCell = { state: 'value', text: '–' };

/** Returns the columns of a proposal in the person's language and formats: the identifying columns, old and new price, then the others. */
export function proposalColumns(
  words: Words,
  { rows }: Pick<Proposal, 'rows'>,
  fields: readonly PriceField[],
): ProposalColumnsOfGrid {
  const [t, tCommon] = [words.of('proposal'), words.of('common')];
  const { locale } = words.formats;
  const { columns } = rows.table;
  const price = rows.price.name;
  const { article } = proposeRoles(columns, fields);
  // The column that identifies what the price is for comes first.
  const first = [article?.column ?? null];
  const heads: Readonly<Record<ComputedColumn, string>> = {
    'new-value': t('grid.newValue'),
    delta: t('grid.delta'),
    percent: t('grid.percent'),
    rule: t('grid.rule'),
    guard: t('grid.guard'),
  };
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const rankOf = ({ name }: AnalysedColumn) => {
    if (name === price) return first.length;
    return first.includes(name) ? first.indexOf(name) : first.length + 1;
  };
  const names = columns.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ name }) => name);
  const places = new Map(columns.map(({ name }, index) => [name, index]));
  const labels = { true: tCommon('true'), false: tCommon('false') };
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
    risen: t('grid.risen'),
    fallen: t('grid.fallen'),
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
        return { state: 'value', text: ruleName(words, row) };
      case GUARD_COLUMN:
        return { state: 'value', text: guardText(words, row) };
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
        return ruleName(words, row);
      case GUARD_COLUMN:
        return guardText(words, row);
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
      title: field === undefined ? name : `${name} · ${typeText(words, field)}`,
      align: field === undefined ? 'left' : columnAlign(field),
      isSortable: false,
      ...(isFigures ? { content: 'figures' } : {}),
    };
  };
  const computedColumn = (id: ComputedColumn): GridColumn => ({
    id,
    label: heads[id],
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
        return words.of('grid')('emptyText');
      case 'null':
      case 'withheld':
        return NO_VALUE;
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
    labelOf: (columnId) => (isComputed(columnId) ? heads[columnId] : nameOf(columnId)),
  };
}

/** Rounds a percentage to the displayed places, unless the result would be zero. */
function shortened(percent: string): string {
  const rounded = roundDecimal(percent, SHOWN_PLACES);
  return /[1-9]/.test(rounded) || !/[1-9]/.test(percent) ? rounded : percent;
}
