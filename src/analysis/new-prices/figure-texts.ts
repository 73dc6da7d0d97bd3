import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { roundDecimal } from '@/lib/formats/decimal';
import type { Words } from '@/ui/formats/words';
import type { Effect } from './read-proposal';

const MOST_MONEY_PLACES = 2;
/** The number of decimal places in the percentages of figures. */
export const PERCENT_PLACES = 2;

/** Formats an amount of money with sign and currency. It has as many decimal places as the price, but at most two. */
export function moneyText(
  words: Words,
  amount: string,
  currency: string | null,
  scale: number | null,
): string {
  return inCurrency(currency, signedText(words, amount, Math.min(scale ?? 0, MOST_MONEY_PLACES)));
}

/** Formats a difference in percent with its sign, or as a dash if it is null. */
export function percentText(words: Words, percent: string | null): string {
  return percent === null ? '–' : `${signedText(words, percent, PERCENT_PLACES)} %`;
}

/** Formats the margins before and after the change of prices, with the currency. */
export function marginsText(
  words: Words,
  { currency, marginBefore, marginAfter }: Pick<Effect, 'currency' | 'marginBefore' | 'marginAfter'>,
): string {
  const margin = (percent: string | null) =>
    percent === null ? '–' : `${numberText(words, percent, PERCENT_PLACES)} %`;
  const margins = { before: margin(marginBefore), after: margin(marginAfter) };
  return inCurrency(currency, words.of('proposal.figures')('beforeAfter', margins));
}

/** Returns the name of a group or currency, or the text for rows without one. */
export function valueText(words: Words, value: string | null): string {
  return value === null || value === '' ? words.of('proposal')('noValue') : value;
}

function numberText(words: Words, decimal: string, places: number): string {
  const format = createDecimalFormat(words.formats.locale, {
    minFractionDigits: places,
    maxFractionDigits: places,
    isGrouped: true,
  });
  return format(roundDecimal(decimal, places));
}

function signedText(words: Words, decimal: string, places: number): string {
  const text = numberText(words, decimal, places);
  return /[1-9]/.test(roundDecimal(decimal, places)) && !decimal.startsWith('-') ? `+${text}` : text;
}

function inCurrency(currency: string | null, text: string): string {
  return currency === null || currency === '' ? text : `${currency} ${text}`;
}
