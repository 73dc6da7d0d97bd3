import { addDays, isoDate, type IsoDateTime } from './iso-date';

/** The years that dates in price lists have. A year of another calendar, read as a Gregorian year, is seldom among them. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

interface Calendar {
  readonly partsOf: (date: IsoDateTime) => readonly [year: number, month: number, day: number];
  /** The approximate length of a year, in days. */
  readonly yearDays: number;
}

const cache = new Map<string, Calendar | null>();

/** Returns the Gregorian day of a date in the locale's own calendar (in which 2026 is 2569 in Thailand), or null. */
export function dayOfOwnCalendar(
  { year, month, day }: Readonly<Record<'year' | 'month' | 'day', string>>,
  locale: string,
): IsoDateTime | null {
  const calendar = calendarOf(locale);
  if (calendar === null) return null;
  const wanted = [Number(year), Number(month), Number(day)] as const;
  let date = isoDate(2000, 1, 1);
  // Approximates the day. Each step comes closer: after the first step, the error is a few days.
  for (let step = 0; step < 8 && date !== null; step += 1) {
    const [ownYear, ownMonth, ownDay] = calendar.partsOf(date);
    const days = Math.round(
      (wanted[0] - ownYear) * calendar.yearDays +
        ((wanted[1] - ownMonth) * calendar.yearDays) / 12 +
        (wanted[2] - ownDay),
    );
    if (days === 0 && ownMonth === wanted[1] && ownDay === wanted[2]) {
      return Number(date.year) >= FIRST_YEAR && Number(date.year) <= LAST_YEAR ? date : null;
    }
    date = addDays(date, days === 0 ? Math.sign(wanted[2] - ownDay) || 1 : days);
  }
  return null;
}

function calendarOf(locale: string): Calendar | null {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const { calendar } = new Intl.DateTimeFormat(locale).resolvedOptions();
  const derived = calendar === 'gregory' || calendar === 'iso8601' ? null : derivedCalendar(calendar);
  cache.set(locale, derived);
  return derived;
}

function derivedCalendar(calendar: string): Calendar {
  const intl = new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar,
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const partsOf = ({ year, month, day }: IsoDateTime) => {
    const parts = intl.formatToParts(Date.parse(`${year}-${month}-${day}T00:00:00Z`));
    const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    return [valueOf('year'), valueOf('month'), valueOf('day')] as const;
  };
  return { partsOf, yearDays: calendar.startsWith('islamic') ? 354.367 : 365.2425 };
}
