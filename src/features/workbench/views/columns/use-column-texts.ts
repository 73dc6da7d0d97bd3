import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import {
  AVERAGE_MORE_PLACES,
  createColumnFormat,
  createFigureFormat,
  withShownSeconds,
  type ColumnFormatOptions,
  type FormattedColumn,
  type FormattedFigure,
} from '@/lib/formats/column-format';
import { DAY_MS } from '@/lib/formats/days';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { readExcelPattern } from '@/lib/formats/excel-pattern';
import { useFormats } from '@/ui/formats/format-settings-context';
import { visibleWholeText } from '@/lib/grid/visible-text';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';
import type { Distribution, EndCount, RangeCount } from '../../bars/distribution';
import { LAST_MOMENT, unitBelow } from '../../rows-read/histograms/histogram-bounds';

export interface ColumnTexts {
  /** A value, or a figure of the same unit, in the format of the column. */
  readonly figure: (value: string | boolean) => FormattedFigure;
  /** An average: for numbers with two more decimal places, for texts the average length. */
  readonly average: (decimal: string) => FormattedFigure;
  /** A value in the format of the column, but with all digits if the format hides some. */
  readonly value: (value: string | boolean) => string;
  /** A count of rows, with ≈ if only some rows are read. */
  readonly count: (count: number) => string;
  readonly share: (count: number, all: number) => string;
  readonly range: (range: RangeCount) => string;
  /** The end of a range. */
  readonly bound: (value: string) => string;
  readonly picture: (distribution: Distribution | null, filledCount: number) => string;
  /** The counts beyond the ends of a histogram. */
  readonly end: (end: Pick<EndCount, 'from' | 'to'>) => string;
}

/** The column. Its type selects the format if the metadata does not list the column. */
type Described = Pick<AnalysedColumn, 'type' | 'scale'>;

/** Returns a function that creates the texts of a column, in the person's language and formats. */
export function useColumnTexts(): (
  column: Described,
  field: PriceField | undefined,
  isEstimate: boolean,
) => ColumnTexts {
  const t = useTranslations('columns');
  const tCommon = useTranslations('common');
  const tGrid = useTranslations('grid');
  const formats = useFormats();
  return useMemo(() => {
    const labels = { true: tCommon('true'), false: tCommon('false') };
    const { locale } = formats;
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    const share = (part: number, all: number) => {
      const value = all === 0 ? 0 : part / all;
      // A few rows are never shown as 0 %, and most rows never as 100 %.
      if (value > 0 && value < LEAST_SHARE) return t('shareBelow', { share: percent.format(LEAST_SHARE) });
      if (value < 1 && value > 1 - LEAST_SHARE) {
        return t('shareAbove', { share: percent.format(1 - LEAST_SHARE) });
      }
      return percent.format(value);
    };
    return (column, field, isEstimate) => {
      const described = field ?? { ...column, ...PLAIN };
      const figure = figureFormat(described, { locale, labels, emptyText: tGrid('emptyText') });
      const value = (each: string | boolean) => {
        const { text, isExact, full } = figure(each);
        return isExact ? text : full;
      };
      const bound =
        column.type === 'number'
          ? boundFormat(described, locale)
          : (each: string) => value(each === LAST_MOMENT ? each.slice(0, ISO_DAY_LENGTH) : each);
      const range = ({ from, to, includesEnd }: RangeCount) => {
        if (isSingle(column, from, to)) return bound(from);
        if (includesEnd || column.type === 'number') {
          return t(includesEnd ? 'range.upTo' : 'range.below', { from: bound(from), to: bound(to) });
        }
        return t('range.before', { from: bound(from), to: bound(to) });
      };
      const count = (each: number) =>
        t(isEstimate ? 'about' : 'exact', { figure: formats.formatInteger(each) });
      return {
        figure,
        average: averageFormat(described, locale),
        value,
        count,
        share,
        range,
        bound,
        end: ({ from, to }) => {
          if (from !== null) return t('pictures.from', { from: bound(from) });
          return t(column.type === 'date' ? 'pictures.before' : 'pictures.below', { to: bound(to ?? '') });
        },
        picture(distribution, filledCount) {
          if (distribution === null) return t('noValues');
          if (distribution.kind === 'ranges') {
            const { ranges } = distribution;
            const largest = ranges.reduce((best, each) => (each.count > best.count ? each : best));
            const beyond = distribution.belowCount + distribution.aboveCount;
            const rangesText = t('picture.ranges', {
              bars: ranges.length,
              from: bound(ranges[0]?.from ?? ''),
              to: bound(ranges.at(-1)?.to ?? ''),
              range: range(largest),
              count: count(largest.count),
              share: share(largest.count, filledCount),
            });
            return beyond === 0
              ? rangesText
              : `${rangesText} ${t('picture.beyond', { rows: count(beyond), count: beyond })}`;
          }
          const [first] = distribution.values;
          if (first?.value === true) {
            return t('picture.share', { count: count(first.count), share: share(first.count, filledCount) });
          }
          return t('picture.values', {
            bars: distribution.values.length,
            value: first === undefined ? '' : figure(first.value).text,
            count: count(first?.count ?? 0),
            share: share(first?.count ?? 0, filledCount),
            others: count(distribution.otherCount),
          });
        },
      };
    };
  }, [t, tCommon, tGrid, formats]);
}

const LEAST_SHARE = 0.001;
const PLAIN = { sqlType: '', formatting: '', align: null } as const;
const ISO_DAY_LENGTH = 10;

/** The format of text lengths; their average has one decimal place. */
const LENGTHS: FormattedColumn = {
  type: 'number',
  sqlType: 'decimal',
  formatting: '#,##0.0',
  scale: 1,
  align: null,
};

/** Returns the format of an average of numbers or of text lengths. */
function averageFormat(column: FormattedColumn, locale: string): ColumnTexts['average'] {
  return column.type === 'number'
    ? createFigureFormat(column, locale, AVERAGE_MORE_PLACES)
    : createFigureFormat(LENGTHS, locale);
}

/** Returns the format of a column's values and of figures such as their sum. */
function figureFormat(
  column: FormattedColumn,
  {
    emptyText,
    ...options
  }: ColumnFormatOptions & {
    readonly emptyText: string;
  },
): ColumnTexts['figure'] {
  const shown =
    column.type === 'number' ? createFigureFormat(column, options.locale) : valueFormat(column, options);
  return (value) =>
    value === '' ? { text: emptyText, isExact: true, full: emptyText } : shown(String(value));
}

/** Returns the format of texts, dates and booleans; dates without the digits of a second that their column hides. */
function valueFormat(
  column: FormattedColumn,
  options: ColumnFormatOptions,
): (value: string) => FormattedFigure {
  const { formatValue } = createColumnFormat(column, options);
  const whole = (value: string) => {
    const { full } = formatValue(value);
    return column.type === 'text' ? visibleWholeText(full) : full;
  };
  return (value) => {
    const full = whole(value);
    const text = column.type === 'date' ? whole(withShownSeconds(value, column)) : full;
    return { text, isExact: text === full, full };
  };
}

/** Additional decimal places that the ends of a range may have. */
const BOUND_MORE_PLACES = [0, 1, 2, 3, 4];

/** Returns the format of the ends of ranges, with as many additional decimal places as they need. */
function boundFormat(column: FormattedColumn, locale: string): (decimal: string) => string {
  if (readExcelPattern(column.formatting)?.kind !== 'number') {
    return createDecimalFormat(locale, { minFractionDigits: 0, maxFractionDigits: 20, isGrouped: false });
  }
  return (decimal) => {
    let figure: FormattedFigure | null = null;
    for (const places of BOUND_MORE_PLACES) {
      figure = createFigureFormat(column, locale, places)(decimal);
      if (figure.isExact) return figure.text;
    }
    return figure?.full ?? decimal;
  };
}

/** Whether a range contains a single number at the column's scale, or a single day. */
function isSingle({ type, scale }: Described, from: string, to: string): boolean {
  if (type === 'number') return unitBelow(to, scale ?? 0) === from;
  return from.length === 10 && to.length === 10 && Date.parse(to) - Date.parse(from) === DAY_MS;
}
