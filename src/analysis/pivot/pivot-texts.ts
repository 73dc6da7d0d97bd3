import type { PriceField } from '@/contract/column';
import {
  AVERAGE_MORE_PLACES,
  createColumnFormat,
  createFigureFormat,
  withShownSeconds,
  type ColumnFormat,
  type FormattedFigure,
} from '@/lib/formats/column-format';
import { createDateFormat } from '@/lib/formats/date-format';
import { addDecimals, readDecimal, significantFractionDigits } from '@/lib/formats/decimal';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import { localDigits, numberSymbols } from '@/lib/formats/number-symbols';
import type { Words } from '@/ui/formats/words';
import type { AnalysedColumn } from '../engine/analysed-table';
import type { GroupKey } from '../engine/group-key';
import { estimateText } from '../reading/coverage-text';
import { isoWeekOf } from './group-rows';
import { dateStepOf, type DateStep, type Grouping, type Measure } from './pivot-spec';
import { measureType } from './read-pivot';
import { SEPARATOR } from '@/ui/formats/separator';

/** Names a measure, such as `Sum of Value`. */
export function measureText(words: Words, { fn, field }: Measure): string {
  const t = words.of('pivot');
  return field === null ? t(`ofRows.${fn as 'count'}`) : t(`measures.${fn}`, { field });
}

/** Names a grouping, such as `Valid from, by month`. */
export function groupingText(words: Words, { field, step }: Grouping): string {
  const t = words.of('pivot');
  if (step === null) return field;
  const dateStep = dateStepOf(step);
  return dateStep === undefined
    ? t('groupedInSteps', { field, step: countFormat(words)(step) })
    : t(`groupedBy.${dateStep}`, { field });
}

/** The functions that format the groups and values of a pivot, each in the format of its column. */
export type PivotTexts = ReturnType<typeof createPivotTexts>;

/** Returns functions that format the pivots of these columns. `isEstimate` says whether only some of the rows are read. */
export function createPivotTexts(
  words: Words,
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  isEstimate: boolean,
) {
  const [t, tCommon] = [words.of('pivot'), words.of('common')];
  const { locale } = words.formats;
  const known = new Map<string, ColumnFormat>();
  const labels = { true: tCommon('true'), false: tCommon('false') };
  const formatOf = (name: string) => {
    const format =
      known.get(name) ?? createColumnFormat(formattedColumn(name, columns, fields), { locale, labels });
    known.set(name, format);
    return format;
  };
  const figures = new Map<string, (decimal: string) => FormattedFigure>();
  const figureFormatOf = (name: string, morePlaces: number) => {
    const key = `${morePlaces} ${name}`;
    const format =
      figures.get(key) ?? createFigureFormat(formattedColumn(name, columns, fields), locale, morePlaces);
    figures.set(key, format);
    return format;
  };
  const percent = (places: number) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    });
  const axisPercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const [shownPercent, fullPercent] = [percent(2), percent(4)];
  const dateFormat = createDateFormat(locale);
  const count = countFormat(words);

  function dateText(step: DateStep, value: string): string {
    const moment = readIsoDateTime(value);
    if (moment === null) return value;
    const year = localDigits(moment.year, numberSymbols(locale));
    switch (step) {
      case 'year':
        return year;
      case 'quarter':
        return t('quarterOf', { quarter: String((Number(moment.month) + 2) / 3), year });
      case 'month':
        return dateFormat.formatMonth(moment);
      case 'week':
        return t('weekOf', isoWeekOf(value));
      case 'day':
        return dateFormat.formatDate(moment);
    }
  }

  /** Names a group. If there is no key, this is the group of the rows without a value. */
  function keyText({ field, step }: Grouping, key: GroupKey | undefined): string {
    if (key === undefined || key.kind === 'null') return '∅';
    if (key.kind === 'misfit') return t('misfit');
    if (key.value === '') return t('empty');
    if (step === null) return formatOf(field).formatValue(key.value).full;
    const dateStep = dateStepOf(step);
    if (dateStep !== undefined) return dateText(dateStep, key.value);
    return t('range', { from: count(key.value), to: count(addDecimals(key.value, step)) });
  }

  function figureOf({ fn, field }: Measure, value: string): FormattedFigure {
    if (fn === 'share') {
      const share = value as Intl.StringNumericLiteral;
      const isExact = significantFractionDigits(value) <= SHOWN_SHARE_DIGITS;
      return { text: shownPercent.format(share), isExact, full: fullPercent.format(share) };
    }
    if (fn === 'count' || fn === 'distinct' || field === null) return shown(count(value));
    const known = fields.find(({ name }) => name === field);
    const type = known?.type ?? columns.find(({ name }) => name === field)?.type;
    if (type === 'number') return figureFormatOf(field, fn === 'average' ? AVERAGE_MORE_PLACES : 0)(value);
    const text = known?.type === 'date' ? withShownSeconds(value, known) : value;
    return shown(formatOf(field).formatValue(text).full);
  }

  return {
    keyText,
    /** Names a group that several groupings form together, such as `DE · EUR`. */
    groupText: (groupings: readonly Grouping[], keys: readonly GroupKey[]): string =>
      groupings.map((grouping, index) => keyText(grouping, keys[index])).join(SEPARATOR),
    /** Whether the values of a measure are texts, which are aligned to the left. */
    isTextual: (measure: Measure): boolean =>
      measureType(measure, (field) => columns.find(({ name }) => name === field)?.type ?? 'number') ===
      'text',
    /** Formats a round value on the axis of a chart. */
    axisText: ({ fn }: Measure, value: number): string =>
      fn === 'share' ? axisPercent.format(value) : count(axisDecimal(value)),
    /** Formats a value in the number format of its column, which is the same for all values of a measure. */
    valueText: (measure: Measure, value: string | null): string =>
      value === null ? '–' : estimateText(words, figureOf(measure, value).text, isEstimate),
    /** Returns a value with all its digits if `valueText` hides some of them, and null if not. */
    exactText: (measure: Measure, value: string | null): string | null => {
      const figure = value === null ? null : figureOf(measure, value);
      return figure === null || figure.isExact ? null : figure.full;
    },
  };
}

/** The number of decimal places to which a share is rounded, so that its percentage has two. */
const SHOWN_SHARE_DIGITS = 4;

function countFormat({ formats: { locale } }: Words): (decimal: string) => string {
  return createDecimalFormat(locale, { minFractionDigits: 0, maxFractionDigits: Infinity, isGrouped: true });
}

/** Returns a number without the last digits of a double, which are only rounding errors. */
function axisDecimal(value: number): string {
  return readDecimal(String(Number(value.toPrecision(12)))) ?? String(value);
}

function shown(text: string): FormattedFigure {
  return { text, isExact: true, full: text };
}

function formattedColumn(name: string, columns: readonly AnalysedColumn[], fields: readonly PriceField[]) {
  const field = fields.find((each) => each.name === name);
  if (field !== undefined) return field;
  const column = columns.find((each) => each.name === name);
  return {
    type: column?.type ?? 'text',
    sqlType: '',
    formatting: '',
    scale: column?.scale ?? null,
    align: null,
  };
}
