import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
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
import { useFormats } from '@/ui/formats/format-settings-context';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import { localDigits, numberSymbols } from '@/lib/formats/number-symbols';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import { isoWeekOf } from './group-rows';
import type { Grouping, Measure } from './pivot-spec';
import type { GroupKey } from '../../rows-read/engine/group-key';

export interface PivotTexts {
  /** Such as `Valid from, by month`. */
  readonly groupingText: (grouping: Grouping) => string;
  readonly keyText: (grouping: Grouping, key: GroupKey) => string;
  /** Such as `Sum of Value`. */
  readonly measureText: (measure: Measure) => string;
  /** A value in the number format of its column; all values of a measure have the same format. */
  readonly valueText: (measure: Measure, value: string | null) => string;
  /** A value with all digits if `valueText` hides some; else null. */
  readonly exactText: (measure: Measure, value: string | null) => string | null;
  /** A round value on the axis of a chart. */
  readonly axisText: (measure: Measure, value: number) => string;
  /** Whether the values of a measure are texts, which are aligned to the left. */
  readonly isTextual: (measure: Measure) => boolean;
}

/** Returns the texts of pivots of these columns. */
export function usePivotTexts(
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  isEstimate: boolean,
): PivotTexts {
  const t = useTranslations('pivot');
  const language = useLocale();
  const { locale } = useFormats();
  return useMemo(() => {
    const known = new Map<string, ColumnFormat>();
    const labels = { true: t('true'), false: t('false') };
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
    const count = createDecimalFormat(locale, {
      minFractionDigits: 0,
      maxFractionDigits: Infinity,
      isGrouped: true,
    });

    function dateText(step: string, value: string): string {
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
        default:
          return dateFormat.formatDate(moment);
      }
    }

    function keyText({ field, step }: Grouping, key: GroupKey): string {
      if (key.kind === 'null') return '∅';
      if (key.kind === 'misfit') return t('misfit');
      if (key.value === '') return t('empty');
      if (step === null) return formatOf(field).formatValue(key.value).full;
      if (columns.find((column) => column.name === field)?.type === 'date') return dateText(step, key.value);
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
      groupingText: ({ field, step }) => {
        if (step === null) return field;
        const isDate = columns.find((column) => column.name === field)?.type === 'date';
        return isDate
          ? t(`groupedBy.${step as 'year'}`, { field })
          : t('groupedInSteps', { field, step: count(step) });
      },
      keyText,
      measureText: ({ fn, field }) =>
        field === null ? t(`ofRows.${fn as 'count'}`) : t(`measures.${fn}`, { field }),
      isTextual: ({ fn, field }) =>
        (fn === 'least' || fn === 'greatest' || fn === 'median') &&
        columns.find((column) => column.name === field)?.type === 'text',
      axisText: ({ fn }, value) => (fn === 'share' ? axisPercent.format(value) : count(axisDecimal(value))),
      valueText: (measure, value) => {
        if (value === null) return '–';
        const { text } = figureOf(measure, value);
        return isEstimate ? `≈ ${text}` : text;
      },
      exactText: (measure, value) => {
        const figure = value === null ? null : figureOf(measure, value);
        return figure === null || figure.isExact ? null : figure.full;
      },
    };
    // `t` depends on the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [columns, fields, isEstimate, locale, language]);
}

/** Decimal places of a share, so that its percentage has two. */
const SHOWN_SHARE_DIGITS = 4;

/** Returns a number without the last digits of a double, which are noise. */
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
