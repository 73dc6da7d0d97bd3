import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CellValue } from '@/contract/extraction';
import { createColumnFormat } from '@/lib/formats/column-format';
import { formatIsoDay } from '@/lib/formats/date-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { LanePrice, PriceLane } from '../model/price-lanes';
import { isoDay } from '@/lib/formats/days';
import { haveCommonDay, type Span } from '../model/validity';

/** Returns a function that formats an ISO day in the user's locale. */
export function useDayText(): (day: string) => string {
  const { locale } = useFormats();
  return useCallback((day: string) => formatIsoDay(day, locale), [locale]);
}

export interface LaneText {
  /** Returns the values that identify the lane: price list, currency and quantity. */
  readonly nameOf: (lane: PriceLane) => string;
  /** Returns the formatted price with its currency. */
  readonly priceOf: (lane: PriceLane, price: LanePrice) => string;
  readonly dayOf: (day: number) => string;
  readonly fromOf: (price: LanePrice) => string;
  readonly toOf: (price: LanePrice) => string;
  readonly spanOf: (span: Span) => string;
  /** Returns texts for gaps after a price and for overlaps with it; empty if there are none. */
  readonly problemsOf: (lane: PriceLane, price: LanePrice) => readonly string[];
}

/** Returns functions that describe lanes (prices of one list, currency and quantity) in the user's language and formats. */
export function useLaneText(): LaneText {
  const t = useTranslations('item');
  const tCommon = useTranslations('common');
  const { locale, formatInteger } = useFormats();
  const isoDayText = useDayText();
  return useMemo(() => {
    const labels = { true: tCommon('true'), false: tCommon('false') };
    const cellText = (lane: PriceLane, column: string, value: CellValue): string => {
      if (value === null || value === undefined || value === '') return '∅';
      const field = lane.section.priceColumn.fields.find(({ name }) => name === column);
      return field === undefined
        ? String(value)
        : createColumnFormat(field, { locale, labels }).formatValue(value).text;
    };
    const day = (number: number) => isoDayText(isoDay(number));
    const fromOf = ({ from }: Span) => (from === null ? t('openStart') : day(from));
    const toOf = ({ to }: Span) => (to === null ? t('openEnd') : day(to));
    const spanOf = (span: Span) =>
      span.from === null && span.to === null
        ? t('always')
        : t('span', { from: fromOf(span), to: toOf(span) });
    return {
      nameOf: (lane) => {
        const { laneColumns, roles } = lane.section;
        const textOf = (column: string) => cellText(lane, column, lane.parts[laneColumns.indexOf(column)]);
        const { quantity, unit } = roles;
        const parts = laneColumns.flatMap((column) => {
          // The unit is shown together with its quantity.
          if (column === unit && quantity !== null) return [];
          if (column !== quantity) return [textOf(column)];
          const counted = [textOf(column), ...(unit === null ? [] : [textOf(unit)])];
          return [t('fromQuantity', { quantity: counted.join(' ') })];
        });
        return parts.length === 0 ? lane.section.priceColumn.displayName : parts.join(' · ');
      },
      priceOf: (lane, { value }) => {
        const { roles, laneColumns } = lane.section;
        if (value === null || roles.price === null) return t('noPrice');
        const currency =
          roles.currency === null ? undefined : lane.parts[laneColumns.indexOf(roles.currency)];
        const text = cellText(lane, roles.price, value);
        return typeof currency === 'string' ? `${text} ${currency}` : text;
      },
      dayOf: day,
      fromOf: ({ span, notDays }) => notDays?.from ?? fromOf(span),
      toOf: ({ span, notDays }) => notDays?.to ?? toOf(span),
      spanOf,
      problemsOf: ({ coverage }, { span, notDays = {} }) => {
        const overlaps = coverage.overlaps.filter((overlap) => haveCommonDay(overlap, span));
        const gap = coverage.gaps.find(({ from }) => span.to !== null && from === span.to + 1);
        const notDates = [notDays.from, notDays.to].filter((text) => text !== undefined);
        if (notDates.length > 0) return notDates.map((text) => t('noDate', { text }));
        return [
          ...overlaps.map((overlap) => t('overlaps', { span: spanOf(overlap) })),
          ...(gap === undefined
            ? []
            : [
                t('gapAfter', {
                  span: spanOf(gap),
                  days: formatInteger(gap.to - gap.from + 1),
                  count: gap.to - gap.from + 1,
                }),
              ]),
        ];
      },
    };
  }, [t, tCommon, locale, formatInteger, isoDayText]);
}
