import type { ColumnType } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { readDecimal } from '@/lib/formats/decimal';
import { MOST_KNOWN_VALUES, type KnownValues, type KnownValueSearch } from './known-values';
import { ownMember } from '@/lib/base/own-member';
import { textSearch } from '@/lib/base/search-terms';

/** Returns the most frequent values that contain the text. Like the query engine, it counts dates by day and skips null and misfits. */
export function knownValuesOfCells(
  cells: Iterable<CellValue>,
  type: ColumnType,
  { text, dayFormat }: KnownValueSearch,
): KnownValues {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell === null || cell === undefined) continue;
    const value = valueOf(cell, type);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const isFound = textSearch(text);
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ value }) => {
      return isFound(value) || (type === 'date' && writtenDay(value, dayFormat).includes(text));
    })
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  return { values: values.slice(0, MOST_KNOWN_VALUES), hasMore: values.length > MOST_KNOWN_VALUES };
}

function valueOf(cell: string | boolean, type: ColumnType): string | null {
  const text = String(cell);
  switch (type) {
    case 'number':
      return readDecimal(text) === null ? null : text;
    case 'date':
      return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null;
    case 'boolean':
      return text === 'true' || text === 'false' ? text : null;
    case 'text':
      return text;
  }
}

/** Formats a day (`YYYY-MM-DD`) with a `strftime` pattern. */
function writtenDay(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = { Y: year, m: month, d: date };
  return format.replaceAll(/%(-?)([Ymd%])/g, (_, unpadded: string, letter: string) => {
    const part = ownMember(parts, letter) ?? letter;
    return unpadded === '' ? part : part.replace(/^0+/, '');
  });
}
