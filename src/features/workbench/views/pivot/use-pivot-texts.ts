import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { createColumnFormat, withShownSeconds, type ColumnFormat } from '@/shared/formats/column-format';
import { createDateFormat } from '@/shared/formats/date-format';
import { addDecimals, withoutTrailingZeros } from '@/shared/formats/decimal';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import { useFormats } from '@/shared/formats/format-settings-context';
import { readIsoDateTime } from '@/shared/formats/iso-date';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import { isoWeekOf } from './group-rows';
import type { Grouping, Measure } from './pivot-spec';
import type { GroupKey } from '../../rows-read/engine/group-key';

/** The texts of a pivot in the person's language and formats. Every digit is shown. */
export interface PivotTexts {
  /** `Valid from, by month`. */
  readonly groupingText: (grouping: Grouping) => string;
  readonly keyText: (grouping: Grouping, key: GroupKey) => string;
  /** `Sum of Value`. */
  readonly measureText: (measure: Measure) => string;
  readonly valueText: (measure: Measure, value: string | null) => string;
  /** Whether its values are texts, which are read from the left. */
  readonly isTextual: (measure: Measure) => boolean;
}

/** Returns the texts of pivots over these columns. */
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
    const scaleOf = (name: string) => columns.find((column) => column.name === name)?.scale ?? 0;
    const percent = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    });
    const monthFormat = new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      timeZone: 'UTC',
    });
    const count = createDecimalFormat(locale, {
      minFractionDigits: 0,
      maxFractionDigits: Infinity,
      isGrouped: true,
    });

    function dateText(step: string, value: string): string {
      const year = value.slice(0, 4);
      const month = Number(value.slice(5, 7));
      switch (step) {
        case 'year':
          return year;
        case 'quarter':
          return t('quarterOf', { quarter: String((month + 2) / 3), year });
        case 'month':
          return monthFormat.format(Date.UTC(Number(year), month - 1, 1));
        case 'week':
          return t('weekOf', isoWeekOf(value));
        default: {
          const moment = readIsoDateTime(value);
          return moment === null ? value : createDateFormat(locale).formatDate(moment);
        }
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

    function numberText({ fn, field }: Measure, value: string): string {
      if (fn === 'share') return percent.format(value as Intl.StringNumericLiteral);
      if (fn === 'count' || fn === 'distinct' || field === null) return count(value);
      const known = fields.find(({ name }) => name === field);
      if (known?.type === 'date') return formatOf(field).formatValue(withShownSeconds(value, known)).full;
      return formatOf(field).formatValue(fn === 'average' ? withPlaces(value, scaleOf(field)) : value).full;
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
      valueText: (measure, value) => {
        if (value === null) return '–';
        return isEstimate ? `≈ ${numberText(measure, value)}` : numberText(measure, value);
      },
    };
    // The language decides what `t` returns.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [columns, fields, isEstimate, locale, language]);
}

/** Removes zeros beyond the places of the field: an average of whole cents reads as one. */
function withPlaces(decimal: string, places: number): string {
  const [integer = '', fraction = ''] = decimal.split('.');
  const kept = fraction.slice(0, places) + withoutTrailingZeros(fraction.slice(places));
  return kept === '' ? integer : `${integer}.${kept}`;
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
