import type { PriceField } from '@/contract/column';
import type { TableCell, TableColumn } from '@/lib/table-files/table-column';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import { computedColumn, summaryColumn, medianColumn, type SummaryTable } from '../tables/summary-table';
import type { Grouping, Measure } from './pivot-spec';
import { createPivotTexts, groupingText, measureText, type PivotTexts } from './pivot-texts';
import { measureType, SHARE_DIGITS, type MeasureValues, type Group, type ComputedPivot } from './read-pivot';
import type { GroupKey } from '../engine/group-key';

type FormattedColumn = AnalysedColumn & { readonly formatting: string };

/** Returns a pivot as a table to copy or export, with exact values and with totals last. Steps of dates are dates if Excel has a format. */
export function pivotTableExport(
  words: Words,
  { spec, summary }: Pick<ComputedPivot, 'spec' | 'summary'>,
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  file: Pick<SummaryTable, 'name' | 'about'>,
): SummaryTable {
  const { rows: groupings, measures } = spec;
  const { rowGroups, columnGroups, total, cell } = summary;
  const texts = createPivotTexts(words, columns, fields, false);
  const totalText = words.of('pivot')('total');
  const typed = (name: string | null): FormattedColumn | undefined => {
    const column = columns.find((each) => each.name === name);
    return column && { ...column, formatting: fields.find((field) => field.name === name)?.formatting ?? '' };
  };
  const headed = [...columnGroups, ...(columnGroups.length > 0 ? [null] : [])];
  const measureColumns = (group: Group | null, isWhole: boolean) =>
    measures.map((measure) => {
      const head = group === null ? totalText : texts.groupText(spec.columns, group.keys);
      const label = isWhole ? measureText(words, measure) : `${head} · ${measureText(words, measure)}`;
      return measureColumn(measure, label, typed(measure.field));
    });
  const groupColumns = groupings.map((grouping) => {
    const column = typed(grouping.field);
    const label = groupingText(words, grouping);
    const dateFormat = dateFormatOf(grouping, column);
    if (dateFormat !== null) {
      return { ...summaryColumn(label, 'date'), sqlType: 'date', formatting: dateFormat };
    }
    const type = grouping.step === null ? (column?.type ?? 'text') : 'text';
    return type === 'number'
      ? computedColumn(label, column?.scale ?? null, column?.formatting ?? '')
      : summaryColumn(label, type);
  });
  const leading = groupings.length === 0 ? [summaryColumn('', 'text')] : groupColumns;
  const valuesOf = (own: MeasureValues | null): readonly TableCell[] => own ?? measures.map(() => null);
  const groupCells = (keys: readonly GroupKey[]): readonly TableCell[] =>
    groupings.map((grouping, index) => keyCell(grouping, keys[index], typed(grouping.field), texts));
  return {
    ...file,
    columns: [
      ...leading,
      ...(headed.length === 0
        ? measureColumns(null, true)
        : headed.flatMap((group) => measureColumns(group, false))),
    ],
    rows: [
      ...rowGroups.map((group, at) => [
        ...groupCells(group.keys),
        ...columnGroups.flatMap((_, column) => valuesOf(cell(at, column))),
        ...group.total,
      ]),
      [
        totalText,
        ...leading.slice(1).map(() => null),
        ...columnGroups.flatMap((group) => group.total),
        ...total,
      ],
    ],
    // If the only row is a total, it is not marked as one, so that the table can be filtered like any other.
    totalRowCount: rowGroups.length === 0 ? 0 : 1,
  };
}

function keyCell(
  grouping: Grouping,
  key: GroupKey | undefined,
  column: AnalysedColumn | undefined,
  texts: PivotTexts,
): TableCell {
  if (key === undefined || key.kind === 'null') return null;
  if (key.kind === 'value' && dateFormatOf(grouping, column) !== null) return key.value;
  if (key.kind === 'misfit' || grouping.step !== null) return texts.keyText(grouping, key);
  return column?.type === 'boolean' ? key.value === 'true' : key.value;
}

/** The Excel format for each step that is written as its first day. As dates, groups can be sorted, grouped and charted in Excel. */
const DATE_FORMATS = new Map([
  ['year', 'yyyy'],
  ['month', 'mm/yyyy'],
  ['day', 'Short Date'],
]);

/** Returns the Excel format of a date grouping; null for other types, and for quarters and weeks, for which Excel has no format. */
function dateFormatOf({ step }: Grouping, column: AnalysedColumn | undefined): string | null {
  return column?.type === 'date' && step !== null ? (DATE_FORMATS.get(step) ?? null) : null;
}

function measureColumn(measure: Measure, label: string, column: FormattedColumn | undefined): TableColumn {
  const type = measureType(measure, () => column?.type ?? 'number');
  if (measure.fn === 'share') return { ...summaryColumn(label, 'number', SHARE_DIGITS), formatting: '0.00%' };
  if (measure.fn === 'count' || measure.fn === 'distinct') return summaryColumn(label, 'number', 0);
  if (measure.fn === 'median') return medianColumn(label, column?.scale ?? null);
  return type === 'number'
    ? computedColumn(label, column?.scale ?? null, column?.formatting ?? '')
    : summaryColumn(label, type);
}
