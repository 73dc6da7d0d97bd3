import type { DateFormat, DatePart } from './date-format';

export interface WrittenMoment {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** The hour, 0 to 23. Null if the text is a date without a time. */
  readonly hour: number | null;
  readonly minute: string;
  readonly second: string | null;
  readonly fraction: string;
}

/** Returns a function that parses dates and times exactly as `format` writes them. `plain` normalizes a text before it is parsed. */
export function writtenMomentReader(
  format: DateFormat,
  plain: (text: string) => string,
): (text: string) => WrittenMoment | null {
  const { dateParts, minuteParts, dateTimeParts } = format;
  const months = format.months.map((text) => plain(text).toLowerCase());
  const hours = format.hours.map((text) => Number(plain(text)));
  const periods = format.dayPeriods.map((text) => plain(text).toLowerCase());
  const patterns = [dateParts, minuteParts, dateTimeParts].map((parts) =>
    patternOf(parts, { months, periods, plain }),
  );

  return (text) => {
    const found = patterns
      .map((pattern) => pattern.exec(text)?.groups)
      .find((groups) => groups !== undefined);
    if (found === undefined) return null;
    const {
      year = '',
      month = '',
      day = '',
      hour,
      minute = '00',
      second,
      fraction = '',
      period = '',
    } = found;
    const hourOfDay = hours.findIndex(
      (each, at) => each === Number(hour) && (periods[at] ?? '') === period.toLowerCase(),
    );
    if (hour !== undefined && hourOfDay === -1) return null;
    const at = months.indexOf(month.toLowerCase());
    return {
      year,
      month: at === -1 ? month : String(at + 1),
      day,
      hour: hour === undefined ? null : hourOfDay,
      minute,
      second: second ?? null,
      fraction,
    };
  };
}

interface Words {
  readonly months: readonly string[];
  readonly periods: readonly string[];
  readonly plain: (text: string) => string;
}

function patternOf(parts: readonly DatePart[], { months, periods, plain }: Words): RegExp {
  const oneOf = (words: readonly string[]) => [...new Set(words)].map(escaped).join('|');
  const patterns = {
    year: String.raw`(?<year>\d{4})`,
    month: String.raw`(?<month>${oneOf(months)}|\d{1,2})`,
    day: String.raw`(?<day>\d{1,2})`,
    hour: String.raw`(?<hour>\d{1,2})`,
    minute: String.raw`(?<minute>[0-5]\d)`,
    second: String.raw`(?<second>[0-5]\d)(?:[.,\u066b](?<fraction>\d+))?`,
    'day-period': `(?<period>${oneOf(periods)})`,
  };
  const pattern = parts
    .map((part) => (part.kind === 'literal' ? literalPattern(part.text, plain) : patterns[part.kind]))
    .join('');
  return new RegExp(`^${pattern.trim()}$`, 'iu');
}

/** Matches the text between two parts, with or without spaces around it. */
function literalPattern(text: string, plain: (text: string) => string): string {
  const sign = plain(text);
  return sign === '' ? ' ?' : ` ?${escaped(sign)} ?`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
