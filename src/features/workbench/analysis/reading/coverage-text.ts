import type { useTranslations } from 'use-intl';
import type { Formats } from '@/shared/formats/formats';
import { SEPARATOR } from '../../model/describe-query';
import type { Coverage, RowsRead } from '../model/rows-read';

/** Says which of a snapshot's rows were read. */
export function coverageText(
  coverage: Coverage,
  t: ReturnType<typeof useTranslations<'analysis'>>,
  { formatInteger }: Pick<Formats, 'formatInteger'>,
): string {
  const rows = formatInteger(coverage.rowCount);
  switch (coverage.kind) {
    case 'all':
      return t('coverage.all', { rows, count: coverage.rowCount });
    case 'sample':
      return t('coverage.sample', { rows, read: formatInteger(coverage.readCount) });
    case 'part':
      return t(`coverage.${coverage.status}`, { rows, read: formatInteger(coverage.readCount) });
  }
}

/** Says which rows figures are of: those read, or what a refinement has left of them. */
export function rowsReadText(
  { coverage, refined }: Pick<RowsRead, 'coverage' | 'refined'>,
  t: ReturnType<typeof useTranslations<'analysis'>>,
  formats: Pick<Formats, 'formatInteger'>,
): string {
  const read = coverageText(coverage, t, formats);
  return refined === undefined ? read : [read, refinedText(refined, t, formats)].join(SEPARATOR);
}

/** Says how many rows a refinement has left, and which. */
export function refinedText(
  { rowCount, ofRowCount, words }: NonNullable<RowsRead['refined']>,
  t: ReturnType<typeof useTranslations<'analysis'>>,
  { formatInteger }: Pick<Formats, 'formatInteger'>,
): string {
  return t('coverage.refined', {
    formatted: formatInteger(rowCount),
    all: formatInteger(ofRowCount),
    count: ofRowCount,
    words,
  });
}
