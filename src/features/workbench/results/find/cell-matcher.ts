import type { SnapshotRow } from '@/contract/extraction';
import { parseDecimal } from '@/shared/formats/parse-decimal';
import type { ResultColumns } from '../result-columns';

/**
 * Tells whether a cell holds a text, whatever its case: as it is shown, as it is stored, or, where the text is a number
 * in the person's notation, that number. What may not be seen, is empty or is no value is never found.
 */
export function cellMatcher(
  text: string,
  columns: Pick<ResultColumns, 'getCell' | 'valueOf' | 'typeOf'>,
  locale: string,
): (row: SnapshotRow, columnId: string) => boolean {
  const wanted = folded(text);
  const parsed = parseDecimal(text, { locale });
  const decimal = parsed.ok ? parsed.value : null;
  return (row, columnId) => {
    const value = columns.valueOf(row, columnId);
    if (value === undefined || value === null || value === '') return false;
    if (typeof value === 'string') {
      if (folded(value).includes(wanted)) return true;
      const type = columns.typeOf(columnId);
      if (type === 'number' && decimal !== null && value.includes(decimal)) return true;
      // Nothing is hidden and nothing added where text is shown.
      if (type === 'text' || type === null) return false;
    }
    const cell = columns.getCell(row, columnId);
    return cell.state === 'value' && folded(cell.text).includes(wanted);
  };
}

/** Spaces of all kinds are one: some languages group digits with one that no keyboard has. */
function folded(text: string): string {
  return text.toLowerCase().replace(/\s/g, ' ');
}
