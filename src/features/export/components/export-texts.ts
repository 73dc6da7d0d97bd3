import { useFormats } from '@/ui/formats/format-settings-context';
import type { Words } from '@/ui/formats/words';
import { failureLine } from '@/ui/components/failure-text';
import type { ExportFailure } from '../model/export-failure';

/** Returns a text that explains why an export has produced no file, or why a copy was not kept. */
export function exportFailureText(words: Words, failure: ExportFailure, isCopy = false): string {
  const t = words.of('export');
  const { formats } = words;
  switch (failure.kind) {
    case 'service':
      return failure.failure.kind === 'expired-snapshot'
        ? t(isCopy ? 'keep.expiredSince' : 'expired')
        : failureLine(words, failure.failure);
    case 'mismatch':
      if (failure.mismatch === 'double-key' && failure.key !== undefined) {
        return t('repeatedRow', { row: formats.formatInteger(failure.row ?? 0), key: failure.key });
      }
      return t(`mismatches.${failure.mismatch}`, {
        page: formats.formatInteger(failure.page),
        row: failure.row === null ? '' : formats.formatInteger(failure.row),
      });
    case 'cell-too-long':
      return t('cellTooLong', { column: failure.column, row: formats.formatInteger(failure.row) });
    case 'too-large':
      return t('tooLarge');
    case 'unfit-column':
      return t(isCopy ? 'keep.unfitColumn' : 'unfitColumn', { column: failure.column });
    case 'locked-columns':
      return t(isCopy ? 'keep.lockedSince' : 'lockedSince', {
        count: failure.columns.length,
        columns: failure.columns.join(', '),
      });
    case 'cannot-keep':
      return t('keep.cannotKeep');
    case 'lost-copy':
      return t(isCopy ? 'keep.lostForCopy' : 'keep.lost');
    case 'no-space':
      return t('noSpace');
    case 'not-loaded':
      return t(isCopy ? 'keep.notLoaded' : 'notLoaded');
    case 'fault':
      return t(isCopy ? 'keep.fault' : 'fault', { detail: failure.detail });
  }
}

const SHOWN_RANGES = 5;

/** Returns a function that formats row ranges (1-based, inclusive). The text lists only the first few ranges. */
export function useRangeList(): (ranges: readonly { readonly first: number; readonly last: number }[]) => {
  readonly list: string;
  readonly hasMore: boolean;
} {
  const formats = useFormats();
  const rangeText = (first: number, last: number) =>
    first === last
      ? formats.formatInteger(first)
      : `${formats.formatInteger(first)}–${formats.formatInteger(last)}`;
  return (ranges) => ({
    list: ranges
      .slice(0, SHOWN_RANGES)
      .map(({ first, last }) => rangeText(first, last))
      .join(', '),
    hasMore: ranges.length > SHOWN_RANGES,
  });
}
