import { divideDecimals, compareDecimals, shiftDecimal, subtractDecimals } from '@/lib/formats/decimal';
import { DAY_MS } from '@/lib/formats/days';
import { createDateFormat } from '@/lib/formats/date-format';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { Words } from '@/ui/formats/words';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { Finding } from '../../rows-read/checks/finding-rows';
import { isOwnCheckId, type OwnCheck } from '../../rows-read/checks/own-checks';

/** Decimal places of percentages in findings. */
const PERCENT_PLACES = 2;
/** The minimum number of decimal places of prices. */
const PRICE_PLACES = 2;
const MAX_PLACES = 38;

/**
 * Returns a function that explains in words why a check has found a row. `unitScale` is that of the run. Percentages are exact quotients,
 * halves rounded away from zero. The text for a check of the person's own is its sentence.
 */
export function createFindingText(
  words: Words,
  unitScale: number,
  own: readonly OwnCheck[],
): (finding: Pick<Finding, 'check' | 'figures'>) => string {
  const t = words.of('checks.finding');
  const { locale, formatInteger } = words.formats;
  const priceFormat = createDecimalFormat(locale, {
    minFractionDigits: PRICE_PLACES,
    maxFractionDigits: MAX_PLACES,
    isGrouped: true,
  });
  const percentFormat = createDecimalFormat(locale, {
    minFractionDigits: PERCENT_PLACES,
    maxFractionDigits: PERCENT_PLACES,
    isGrouped: true,
  });
  const dates = createDateFormat(locale);
  const price = (decimal: string) => priceFormat(decimal);
  const units = (text: string) => price(shiftDecimal(text, -unitScale));
  const date = (text: string) => {
    const read = readIsoDateTime(text);
    return read === null ? text : dates.formatDate(read);
  };
  const count = (text: string | null) => formatInteger(Number(text ?? '0'));
  const percentOf = (part: string, whole: string) =>
    divideDecimals(shiftDecimal(part, 2), whole, PERCENT_PLACES);
  const signed = (percent: string) => `${percent.startsWith('-') ? '' : '+'}${percentFormat(percent)}`;

  const rangeOf = (range: string) => {
    const [start = '', end = ''] = range.split('/');
    const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
    return { first: date(start), last: date(end), count: days, formatted: formatInteger(days) };
  };

  return ({ check, figures: [first = null, second = null, third = null, fourth = null] }) => {
    if (isOwnCheckId(check)) return own.find(({ id }) => id === check)?.means ?? '';
    switch (check) {
      case 'no-price':
        return first === null ? t('no-price') : t('no-number', { text: first });
      case 'zero-price':
        return t('zero-price', { price: price(first ?? '0') });
      case 'below-cost': {
        const [own, cost] = [first ?? '0', second ?? '0'];
        const isPositive = compareDecimals(own, '0') > 0;
        const margin = isPositive ? percentFormat(percentOf(subtractDecimals(own, cost), own)) : 'none';
        const isBelow = compareDecimals(own, cost) < 0;
        return t(isBelow ? 'below-cost' : 'low-margin', { price: price(own), cost: price(cost), margin });
      }
      case 'far-from-group': {
        const middle = shiftDecimal(second ?? '0', -unitScale);
        return t('far-from-group', {
          price: price(first ?? '0'),
          median: price(middle),
          percent: signed(percentOf(subtractDecimals(first ?? '0', middle), middle)),
          spread: units(third ?? '0'),
          rows: count(fourth),
        });
      }
      case 'changed': {
        const [own, earlier] = [first ?? '0', second ?? '0'];
        const base = earlier.startsWith('-') ? earlier.slice(1) : earlier;
        return t('changed', {
          price: price(own),
          earlier: price(earlier),
          percent: signed(percentOf(subtractDecimals(own, earlier), base)),
        });
      }
      case 'overlap': {
        const before =
          second === null
            ? null
            : second === ''
              ? t('overlap.beforeOpen')
              : t('overlap.before', { ended: date(second) });
        const after =
          third === null
            ? null
            : third === ''
              ? t('overlap.afterOpen')
              : t('overlap.after', { next: date(third) });
        return [before, after].filter((text) => text !== null).join('; ');
      }
      case 'gap': {
        const before = second === null ? null : t('gap.before', rangeOf(second));
        const after = third === null ? null : t('gap.after', rangeOf(third));
        return [before, after].filter((text) => text !== null).join('; ');
      }
      case 'ends-before-start': {
        const notDates = [second, third].filter((text) => text !== null);
        if (notDates.length > 0) return notDates.map((text) => t('no-date', { text })).join('; ');
        const [from = '', to = ''] = (first ?? '').split('/');
        return t('ends-before-start', { from: date(from), to: date(to) });
      }
      case 'ended':
        return t('ended', { date: date(first ?? '') });
      case 'starts-later':
        return t('starts-later', { date: date(first ?? '') });
      case 'key-twice':
        return [
          ...(first === null ? [] : [t('key-twice', { count: Number(first), formatted: count(first) })]),
          ...(second === null
            ? []
            : [
                t('row-key-twice', {
                  count: Number(second),
                  formatted: count(second),
                  key: third ?? '',
                  columns: fourth ?? '',
                }),
              ]),
        ].join('; ');
      case 'several-currencies': {
        const figures = { usual: second ?? '', top: count(third), all: count(fourth) };
        return first === null || first === ''
          ? t('no-currency', figures)
          : t('several-currencies', { ...figures, currency: first });
      }
      case 'shifted-decimal': {
        const isDown = third?.startsWith('1/') === true;
        const factor = third?.replace('1/', '') ?? '';
        return t(isDown ? 'shifted-down' : 'shifted-up', {
          price: price(first ?? '0'),
          median: units(second ?? '0'),
          factor: `${isDown ? '1/' : ''}${factor}`,
        });
      }
    }
  };
}
