import { formatIsoDay } from '@/lib/formats/date-format';
import { divideDecimals, shiftDecimal } from '@/lib/formats/decimal';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import type { FindingTexts } from './check-definition';
import type { Finding } from './finding-rows';
import { isOwnCheckId, type OwnCheck } from './own-checks';
import { checkDefinition } from './standard-checks';

/** The number of decimal places of percentages in findings. */
const PERCENT_PLACES = 2;
/** The minimum number of decimal places of prices. */
const PRICE_PLACES = 2;
const MAX_PLACES = 38;

/**
 * Returns a function that explains why a check has found a row. `unitScale`: that of the run. The explanation of an own check is the
 * sentence that the user has written for it.
 */
export function createFindingText(
  words: Words,
  unitScale: number,
  own: readonly OwnCheck[],
): (finding: Pick<Finding, 'check' | 'figures'>) => string {
  const { locale, formatInteger } = words.formats;
  const percentFormat = createDecimalFormat(locale, {
    minFractionDigits: PERCENT_PLACES,
    maxFractionDigits: PERCENT_PLACES,
    isGrouped: true,
  });
  const quotient = (part: string, whole: string) =>
    divideDecimals(shiftDecimal(part, 2), whole, PERCENT_PLACES);
  const texts: FindingTexts = {
    t: words.of('checks.finding'),
    price: createDecimalFormat(locale, {
      minFractionDigits: PRICE_PLACES,
      maxFractionDigits: MAX_PLACES,
      isGrouped: true,
    }),
    fromUnits: (figure) => shiftDecimal(figure, -unitScale),
    percentOf: (part, whole) => percentFormat(quotient(part, whole)),
    signedPercentOf: (part, whole) => {
      const percent = quotient(part, whole);
      return `${percent.startsWith('-') ? '' : '+'}${percentFormat(percent)}`;
    },
    date: (text) => formatIsoDay(text, locale),
    count: (text) => {
      const count = Number(text ?? '0');
      return { count, formatted: formatInteger(count) };
    },
  };
  return ({ check, figures: [first = null, second = null, third = null, fourth = null] }) =>
    isOwnCheckId(check)
      ? (own.find(({ id }) => id === check)?.means ?? '')
      : checkDefinition(check).explain(texts, [first, second, third, fourth]);
}
