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
import { visibleWholeText } from '@/lib/grid/visible-text';
import type { Words } from '@/ui/formats/words';
import type { Distribution, EndCount, RangeCount } from '../histograms/distribution';
import type { AnalysedColumn } from '../engine/analysed-table';
import { LAST_MOMENT, unitBelow } from '../histograms/histogram-bounds';
import { estimateText } from '../reading/coverage-text';
import type { Bin } from '../brushing/bins';

/** The functions that format the values and figures of a column. */
export type ColumnTexts = ReturnType<typeof createColumnTexts>;

/** What the formats depend on. The type of the column is used if the metadata does not list the column as a field. */
type Described = Pick<AnalysedColumn, 'type' | 'scale'>;

/** Returns the functions that format a column. `isEstimate` says whether only some rows are read. Call it once per column: it is slow. */
export function createColumnTexts(
  words: Words,
  column: Described,
  field: PriceField | undefined,
  isEstimate: boolean,
) {
  const [t, tCommon] = [words.of('columns'), words.of('common')];
  const { locale, formatInteger } = words.formats;
  const described = field ?? { ...column, ...PLAIN };
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const share = (part: number, all: number): string => {
    const of = all === 0 ? 0 : part / all;
    // A few rows are never shown as 0 %, and almost all rows never as 100 %.
    if (of > 0 && of < LEAST_SHARE) return t('shareBelow', { share: percent.format(LEAST_SHARE) });
    if (of < 1 && of > 1 - LEAST_SHARE) return t('shareAbove', { share: percent.format(1 - LEAST_SHARE) });
    return percent.format(of);
  };
  const figure = figureFormat(described, {
    locale,
    labels: { true: tCommon('true'), false: tCommon('false') },
    emptyText: words.of('grid')('emptyText'),
  });
  const value = (each: string | boolean): string => {
    const { text, isExact, full } = figure(each);
    return isExact ? text : full;
  };
  const bound =
    column.type === 'number'
      ? boundFormat(described, locale)
      : (each: string) => value(each === LAST_MOMENT ? each.slice(0, ISO_DAY_LENGTH) : each);
  const range = (bar: Omit<RangeCount, 'count'> | Omit<EndCount, 'count'>): string => {
    if (!('includesEnd' in bar)) {
      if (bar.from !== null) return t('pictures.from', { from: bound(bar.from) });
      return t(column.type === 'date' ? 'pictures.before' : 'pictures.below', { to: bound(bar.to ?? '') });
    }
    if (isSingle(column, bar.from, bar.to)) return bound(bar.from);
    const ends = { from: bound(bar.from), to: bound(bar.to) };
    if (bar.includesEnd) return t('range.upTo', ends);
    return t(column.type === 'number' ? 'range.below' : 'range.before', ends);
  };
  const marked = (text: string): string => estimateText(words, text, isEstimate);
  const count = (rows: number): string => marked(formatInteger(rows));
  return {
    /** Formats a value, or a figure of the same unit, in the format of the column. */
    figure,
    /** Formats an average: of numbers, with two more decimal places than the column, or of text lengths. */
    average: averageFormat(described, locale),
    /** Formats a value like the column does, but with all digits. */
    value,
    /** Marks a figure with ≈ if only some rows are read. */
    marked,
    /** Formats a count of rows, with ≈ if only some rows are read. */
    count,
    share,
    /** Returns the label of a range, or of the values before or after the ranges of a histogram. */
    range,
    /** Formats one end of a range. */
    bound,
    /** Returns the label of the bar for a bin. */
    bin(bin: Bin): string {
      switch (bin.kind) {
        case 'below':
          return range({ from: null, to: bin.to });
        case 'above':
          return range({ from: bin.from, to: null });
        case 'range':
          return range({ ...bin, includesEnd: false });
        case 'value':
          return figure(bin.value).text;
        case 'others':
          return t(bin.than.length === 0 ? 'pictures.anyValue' : 'pictures.others');
        case 'null':
          return t('pictures.noValue');
        case 'misfit':
          return t('pictures.misfit');
      }
    },
    /** Describes a bar: its label, the number of its rows, and their share of all rows. */
    bar: (label: string, rows: number, all: number): string =>
      t('bar', { label, rows: count(rows), count: rows, share: share(rows, all) }),
    picture(distribution: Distribution | null, filledCount: number): string {
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
}

/** Says how many of the rows the selection in the charts contains. */
export function selectedText(words: Words, selected: number, all: number, isEstimate: boolean): string {
  const text = (rows: number) => estimateText(words, words.formats.formatInteger(rows), isEstimate);
  return words.of('columns')('pictures.selected', { selected: text(selected), all: text(all), count: all });
}

const LEAST_SHARE = 0.001;
const PLAIN = { sqlType: '', formatting: '', align: null } as const;
const ISO_DAY_LENGTH = 10;

/** The format of text lengths. An average length has one decimal place. */
const LENGTHS: FormattedColumn = {
  type: 'number',
  sqlType: 'decimal',
  formatting: '#,##0.0',
  scale: 1,
  align: null,
};

/** Returns the function that formats an average of numbers or of text lengths. */
function averageFormat(column: FormattedColumn, locale: string): (decimal: string) => FormattedFigure {
  return column.type === 'number'
    ? createFigureFormat(column, locale, AVERAGE_MORE_PLACES)
    : createFigureFormat(LENGTHS, locale);
}

/** Returns the function that formats values of the column, and figures such as their sum. */
function figureFormat(
  column: FormattedColumn,
  {
    emptyText,
    ...options
  }: ColumnFormatOptions & {
    readonly emptyText: string;
  },
): (value: string | boolean) => FormattedFigure {
  const shown =
    column.type === 'number' ? createFigureFormat(column, options.locale) : valueFormat(column, options);
  return (value) =>
    value === '' ? { text: emptyText, isExact: true, full: emptyText } : shown(String(value));
}

/** Returns the function that formats texts, dates and booleans. Dates are shown without the fractional seconds that the column hides. */
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

/** The numbers of additional decimal places that the ends of ranges may get. */
const BOUND_MORE_PLACES = [0, 1, 2, 3, 4];

/** Returns the function that formats the ends of ranges. It adds as many decimal places as an end needs. */
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

/** Whether a range contains only one number that the column can store, or only one day. */
function isSingle({ type, scale }: Described, from: string, to: string): boolean {
  if (type === 'number') return unitBelow(to, scale ?? 0) === from;
  return from.length === 10 && to.length === 10 && Date.parse(to) - Date.parse(from) === DAY_MS;
}
