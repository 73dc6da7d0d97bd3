import type { rowAt } from '@mocks/data/price-sources';

export type DataRow = ReturnType<typeof rowAt>;

/** The intended meaning of a condition. Values use the notation of the data; dates have the precision that was entered. */
export interface Meant {
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** The day from which relative dates count. */
  readonly today: string;
}

/**
 * Returns whether a row fulfils the condition. The result follows from the names of the operators and the data alone, independently of the
 * console's operators and of the service's engine.
 */
export function isAsMeant({ field, operator, values, today }: Meant, row: DataRow): boolean {
  const cell = row[field] ?? null;
  if (operator === 'is-empty') return cell === null;
  if (cell === null) return false;
  if (operator === 'is-not-empty') return true;
  if (typeof cell === 'boolean') return String(cell) === values[0];
  if (/^(?:Day|Moment)/.test(field)) return isMomentAsMeant(operator, values, today, cell);
  if (/^(?:Amount|PatternNo|Quantity)/.test(field)) {
    return isNumberAsMeant(operator, values, cell);
  }
  return isTextAsMeant(operator, values, cell);
}

function isTextAsMeant(operator: string, values: readonly string[], cell: string): boolean {
  const text = cell.toLowerCase();
  const [wanted = '', ...others] = values.map((each) => each.toLowerCase());
  switch (operator) {
    case 'is':
      return text === wanted;
    case 'is-not':
      return text !== wanted;
    case 'contains':
      return text.includes(wanted);
    case 'starts-with':
      return text.startsWith(wanted);
    case 'ends-with':
      return text.endsWith(wanted);
    case 'is-any-of':
      return [wanted, ...others].includes(text);
    case 'is-none-of':
      return ![wanted, ...others].includes(text);
    default:
      throw new Error(operator);
  }
}

/** Returns a decimal in ten-thousandths, which is exact for every decimal of the data. */
export function scaled(number: string): bigint {
  const [whole = '0', fraction = ''] = number.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(4, '0').slice(0, 4));
  return number.startsWith('-') ? -size : size;
}

function isNumberAsMeant(operator: string, values: readonly string[], cell: string): boolean {
  const number = scaled(cell);
  const wanted = values.map(scaled);
  const [a = 0n, b = 0n] = wanted;
  switch (operator) {
    case 'equals':
      return number === a;
    case 'not-equal-to':
      return number !== a;
    case 'greater-than':
      return number > a;
    case 'greater-than-or-equal-to':
      return number >= a;
    case 'less-than':
      return number < a;
    case 'less-than-or-equal-to':
      return number <= a;
    case 'between':
      return number >= a && number <= b;
    case 'is-any-of':
      return wanted.includes(number);
    case 'is-none-of':
      return !wanted.includes(number);
    default:
      throw new Error(operator);
  }
}

/** Compares date-times as text. A value with the precision of a day or minute means the whole day or minute. */
function isMomentAsMeant(operator: string, values: readonly string[], today: string, cell: string): boolean {
  const [a = '', b = ''] = values;
  const [atA, atB] = [cell.slice(0, a.length), cell.slice(0, b.length)];
  const ageInDays = (Date.parse(today) - Date.parse(cell.slice(0, 10))) / 86_400_000;
  const [year = '', month = ''] = today.split('-');
  switch (operator) {
    case 'on':
      return atA === a;
    case 'before':
      return atA < a;
    case 'after':
      return atA > a;
    case 'on-or-before':
      return atA <= a;
    case 'on-or-after':
      return atA >= a;
    case 'between':
      return atA >= a && atB <= b;
    case 'today':
      return ageInDays === 0;
    case 'yesterday':
      return ageInDays === 1;
    case 'last-days':
      return ageInDays >= 0 && ageInDays < Number(a);
    case 'this-month':
      return cell.startsWith(`${year}-${month}`);
    case 'last-month':
      return cell.startsWith(monthBefore(year, month));
    case 'this-year':
      return cell.startsWith(year);
    case 'last-year':
      return cell.startsWith(String(Number(year) - 1));
    default:
      throw new Error(operator);
  }
}

function monthBefore(year: string, month: string): string {
  if (month === '01') return `${Number(year) - 1}-12`;
  return `${year}-${String(Number(month) - 1).padStart(2, '0')}`;
}
