import { createCsvSplitter, type CsvRecord } from '@/shared/table-files/csv-splitter';

export const DELIMITERS = [';', ',', '\t', '|'] as const;

/** Records that are looked at. */
const MOST_RECORDS = 200;

/** The separator of the cells, and the row of the headers. */
export interface FoundLayout {
  readonly delimiter: string;
  /** Records before that of the headers. */
  readonly recordsBefore: number;
}

/**
 * Finds the separator that splits most records into as many cells as the headers have. A first line such as `sep=;` of
 * Excel decides. `isWhole` says whether the text is all of the file, so that its last record counts.
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
  // No separator: a single column, as programs write it.
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
  const fitting = records
    .slice(recordsBefore)
    .filter((record) => !isBlank(record) && record.length === width).length;
  // Among separators that fit as well, the one with more columns.
  const score = width < 2 ? 0 : fitting / filled + Math.min(width, 1_000) / 100_000;
  return { delimiter, recordsBefore, score };
}

function firstRecords(text: string, isWhole: boolean, delimiter: string): readonly CsvRecord[] {
  const splitter = createCsvSplitter(delimiter);
  const records = splitter.push(text);
  return (isWhole ? [...records, ...splitter.finish()] : records).slice(0, MOST_RECORDS);
}

/** Returns the place of the first record that is as wide as most are: titles and blank lines may precede it. */
export function headerPlace(records: readonly (readonly { readonly text: string }[])[]): number {
  const widths = new Map<number, number>();
  for (const record of records) {
    if (!isBlank(record)) widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
  }
  const [usualWidth = 1] = [...widths].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  const firstFilled = records.findIndex((record) => !isBlank(record));
  const isHeader = (record: readonly { readonly text: string }[]) =>
    record.length >= usualWidth && record.filter(({ text }) => text.trim() !== '').length * 2 > usualWidth;
  const place = records.findIndex(isHeader);
  return Math.max(0, place === -1 ? firstFilled : place);
}

/** Whether a record has no value. */
export function isBlank(record: readonly { readonly text: string }[]): boolean {
  return record.every(({ text }) => text.trim() === '');
}
