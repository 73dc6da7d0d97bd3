import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { Formats } from '@/lib/formats/formats';
import { useFailureLine } from '@/ui/components/use-failure-text';
import type { ExportFailure } from '../model/export-failure';

/** Describes why an export has no file, or why no copy is kept. */
export function useExportFailureText(
  failure: ExportFailure,
  { isCopy = false }: { readonly isCopy?: boolean } = {},
): string {
  const t = useTranslations('export');
  const formats = useFormats();
  const service = useFailureLine(failure.kind === 'service' ? failure.failure : { kind: 'cancelled' });
  return describeExportFailure(failure, { t, formats, service, isCopy });
}

/** The language that a failure is described in. `service`: the text for a failure of the service. */
export interface ExportFailureLanguage {
  readonly t: ReturnType<typeof useTranslations<'export'>>;
  readonly formats: Pick<Formats, 'formatInteger'>;
  readonly service: string;
  readonly isCopy: boolean;
}

/** Like `useExportFailureText`, in a given language. */
export function describeExportFailure(
  failure: ExportFailure,
  { t, formats, service, isCopy }: ExportFailureLanguage,
): string {
  switch (failure.kind) {
    case 'service':
      return failure.failure.kind === 'expired-snapshot'
        ? t(isCopy ? 'keep.expiredSince' : 'expired')
        : service;
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

/** Returns a formatter for row ranges (1-based, inclusive), which lists the first few. */
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
