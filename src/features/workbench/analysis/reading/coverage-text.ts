import type { useTranslations } from 'use-intl';
import type { Formats } from '@/shared/formats/formats';
import type { Coverage } from '../model/rows-read';

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
