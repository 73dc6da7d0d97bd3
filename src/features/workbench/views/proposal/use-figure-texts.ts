import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { roundDecimal } from '@/lib/formats/decimal';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { Effect } from './read-proposal';

export interface FigureTexts {
  /** An amount of money with sign and currency, in the decimal places of the price, but at most two. */
  readonly money: (amount: string, currency: string | null, scale: number | null) => string;
  /** A difference in percent with its sign. */
  readonly percent: (percent: string) => string;
  /** The margins before and after, with the currency. */
  readonly margins: (effect: Pick<Effect, 'currency' | 'marginBefore' | 'marginAfter'>) => string;
}

const MOST_MONEY_PLACES = 2;
export const PERCENT_PLACES = 2;

/** Returns formatters for the figures of a proposal, in the person's formats. */
export function useFigureTexts(): FigureTexts {
  const t = useTranslations('proposal.figures');
  const { locale } = useFormats();
  return useMemo(() => {
    const number = (decimal: string, places: number) =>
      createDecimalFormat(locale, {
        minFractionDigits: places,
        maxFractionDigits: places,
        isGrouped: true,
      })(roundDecimal(decimal, places));
    const signed = (decimal: string, places: number) => {
      const text = number(decimal, places);
      return /[1-9]/.test(roundDecimal(decimal, places)) && !decimal.startsWith('-') ? `+${text}` : text;
    };
    const inCurrency = (currency: string | null, text: string) =>
      currency === null || currency === '' ? text : `${currency} ${text}`;
    const margin = (percent: string | null) =>
      percent === null ? '–' : `${number(percent, PERCENT_PLACES)} %`;
    return {
      money: (amount, currency, scale) =>
        inCurrency(currency, signed(amount, Math.min(scale ?? 0, MOST_MONEY_PLACES))),
      percent: (percent) => `${signed(percent, PERCENT_PLACES)} %`,
      margins: ({ currency, marginBefore, marginAfter }) =>
        inCurrency(currency, t('beforeAfter', { before: margin(marginBefore), after: margin(marginAfter) })),
    };
  }, [locale, t]);
}
