import { createCsvSplitter, type CsvRecord } from '@/lib/table-files/csv-splitter';

const DELIMITERS = [';', ',', '\t', '|'] as const;

/** The number of records that are examined to find the layout. */
const MOST_RECORDS = 200;

/** The delimiter of the cells, and the number of records before the headers. */
interface FoundLayout {
  readonly delimiter: string;
  readonly recordsBefore: number;
}

/**
 * Finds the delimiter that splits most records into as many cells as there are headers. If the first line names a delimiter like `sep=;`,
 * as in Excel, that one is used. `isWhole`: whether the text is the whole file, so that its last record is complete.
 */
export function findCsvLayout(text: string, isWhole: boolean, chosen?: string): FoundLayout {
  const hint = /^sep=(.)\r?\n/.exec(text)?.[1];
  const [firstDelimiter = ',', ...others] =
    chosen === undefined ? (hint === undefined ? DELIMITERS : [hint]) : [chosen];
  let best = scoredLayout(text, isWhole, firstDelimiter);
  for (const delimiter of others) {
    const layout = scoredLayout(text, isWhole, delimiter);
    if (layout.score > best.score) best = layout;
  }
  // If no delimiter fits, the file has a single column.
  const delimiter = best.score === 0 && hint === undefined && chosen === undefined ? ',' : best.delimiter;
  return { delimiter, recordsBefore: Math.max(best.recordsBefore, hint === undefined ? 0 : 1) };
}

function scoredLayout(
  text: string,
  isWhole: boolean,
  delimiter: string,
): FoundLayout & { readonly score: number } {
  const records = firstRecords(text, isWhole, delimiter);
  const recordsBefore = headerPlace(records);
  const width = records[recordsBefore]?.length ?? 0;
  const filled = records.filter((record) => !isBlank(record)).length;
  // Records may be wider than the headers, because some programs write a delimiter at the end of rows, but not of headers.
  const fitting = records
    .slice(recordsBefore)
    .filter((record) => !isBlank(record) && record.length >= width && isBlank(record.slice(width))).length;
  // Among delimiters that fit equally well, the one with more columns is used.
  const score = width < 2 ? 0 : fitting / filled + Math.min(width, 1_000) / 100_000;
  return { delimiter, recordsBefore, score };
}

function firstRecords(text: string, isWhole: boolean, delimiter: string): readonly CsvRecord[] {
  // Quotes are tolerated, because with a wrong delimiter, text follows many closing quotes.
  const splitter = createCsvSplitter(delimiter, { isTolerant: true });
  const records = splitter.push(text);
  return (isWhole ? [...records, ...splitter.finish()] : records).slice(0, MOST_RECORDS);
}

/**
 * Returns the index of the headers. This is the first record that is as wide as most records, ignoring trailing blank cells, because titles
 * and blank lines may precede it. If that record contains values, the headers are the narrower record before it.
 */
export function headerPlace(records: readonly TextRecord[]): number {
  const filled = records.filter((record) => !isBlank(record));
  const widths = new Map<number, number>();
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [usualLength = 1] = [...widths].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  const usualWidth = Math.max(
    1,
    ...filled.filter(({ length }) => length === usualLength).map((record) => widthOf(record)),
  );
  const isHeader = (record: TextRecord) =>
    record.length >= usualWidth && record.filter(({ text }) => text.trim() !== '').length * 2 > usualLength;
  const firstFilled = records.findIndex((record) => !isBlank(record));
  const place = records.findIndex(isHeader);
  if (place === -1) return Math.max(0, firstFilled);
  const before = records[place - 1];
  const isNarrowHeader =
    before !== undefined &&
    before.length > 1 &&
    before.every(({ text }) => text.trim() !== '' && !isNumberLike(text)) &&
    isRowOfValues(records[place] ?? [], records.slice(place + 1));
  return isNarrowHeader ? place - 1 : place;
}

type TextRecord = readonly { readonly text: string }[];

/** Returns the number of cells up to the last one that is not blank. */
function widthOf(record: TextRecord): number {
  return record.findLastIndex(({ text }) => text.trim() !== '') + 1;
}

/** Whether a record has numbers or days in the columns in which most records below have them. */
function isRowOfValues(record: TextRecord, below: readonly TextRecord[]): boolean {
  const rows = below.filter((row) => !isBlank(row));
  const ofNumbers = record.flatMap((_, column) => {
    const numbers = rows.filter((row) => isNumberLike(row[column]?.text ?? '')).length;
    return numbers * 2 > rows.length ? [column] : [];
  });
  return ofNumbers.length > 0 && ofNumbers.every((column) => isNumberLike(record[column]?.text ?? ''));
}

function isNumberLike(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

/** Whether a record contains only blank cells. */
export function isBlank(record: readonly { readonly text: string }[]): boolean {
  return record.every(({ text }) => text.trim() === '');
}
