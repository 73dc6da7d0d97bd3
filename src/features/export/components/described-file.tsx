import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import type { Certificate } from '@/rows/certificates/certificate';
import type { SnapshotComparison, SnapshotDifference } from '../verify/compare-with-snapshot';
import { CertificateDetails } from './certificate-details';
import { StatusBadge } from './status-badge';
import { exportFailureText, useRangeList } from './export-texts';

export interface DescribedFileProps {
  readonly certificate: Certificate;
  readonly comparison: SnapshotComparison;
  /** Whether another program has saved the file again with the same values. */
  readonly isSavedAgain: boolean;
  readonly onCompare: () => void;
}

/** Shows that a file matches its certificate, and how both compare with the snapshot. */
export function DescribedFile({ certificate, comparison, isSavedAgain, onCompare }: DescribedFileProps) {
  const t = useTranslations('export.verify');
  const savedAgain = isSavedAgain && <p>{t('savedAgainText')}</p>;
  return (
    <>
      {badge()}
      <CertificateDetails certificate={certificate} />
    </>
  );

  function badge() {
    if (comparison.kind === 'same') {
      return (
        <StatusBadge tone="good" role="status" title={t(isSavedAgain ? 'savedAgain' : 'unchanged')}>
          <SameText certificate={certificate} />
          <MillisecondText certificate={certificate} />
          {savedAgain}
        </StatusBadge>
      );
    }
    if (comparison.kind === 'different') {
      return (
        <StatusBadge tone="bad" role="alert" title={t('different')}>
          <p>{t('differentText')}</p>
          {comparison.differences.map((difference) => (
            <DifferenceText key={difference.kind} certificate={certificate} difference={difference} />
          ))}
        </StatusBadge>
      );
    }
    return (
      <>
        <StatusBadge tone="neutral" role="status" title={t('described')}>
          {savedAgain}
          <MillisecondText certificate={certificate} />
          <p>
            <NotComparedText certificate={certificate} comparison={comparison} />
          </p>
          <p>{t('notSigned')}</p>
        </StatusBadge>
        {(comparison.kind === 'not-compared' || comparison.kind === 'failed') && (
          <Group gap={6} justify="flex-end">
            <Button variant="default" size="compact-sm" onClick={onCompare}>
              {t('compare')}
            </Button>
          </Group>
        )}
      </>
    );
  }
}

function SameText({ certificate: { rows, snapshot, priceColumn } }: { readonly certificate: Certificate }) {
  const t = useTranslations('export.verify');
  const formats = useFormats();
  const shared = { name: priceColumn, time: formats.formatDateTime(Date.parse(snapshot.created)) };
  const isWhole = rows.written === snapshot.rows;
  return (
    <p>
      {isWhole
        ? t('sameText', { rows: formats.formatInteger(rows.written), ...shared })
        : t('samePartText', {
            first: formats.formatInteger(rows.first),
            last: formats.formatInteger(rows.last),
            total: formats.formatInteger(snapshot.rows),
            ...shared,
          })}
    </p>
  );
}

/** Shows how many date-times have digits of a second that a workbook cannot hold. These digits are not compared. */
function MillisecondText({ certificate: { file } }: { readonly certificate: Certificate }) {
  const t = useTranslations('export.verify');
  const { formatInteger } = useFormats();
  const { datesCut: count } = file;
  return count === 0 ? null : <p>{t('milliseconds', { count, formatted: formatInteger(count) })}</p>;
}

function DifferenceText({
  certificate: { snapshot },
  difference,
}: {
  readonly certificate: Certificate;
  readonly difference: SnapshotDifference;
}) {
  const t = useTranslations('export.verify');
  const formats = useFormats();
  const rangeList = useRangeList();
  switch (difference.kind) {
    case 'rows': {
      const { list, hasMore } = rangeList(difference.ranges);
      return <p>{t(hasMore ? 'differentRowsAndMore' : 'differentRows', { list })}</p>;
    }
    case 'row-count':
      return (
        <p>
          {t('differentRowCount', {
            found: formats.formatInteger(difference.found),
            stated: formats.formatInteger(snapshot.rows),
          })}
        </p>
      );
    case 'taken':
      return (
        <p>
          {t('differentTime', {
            found: formats.formatDateTime(difference.foundMs),
            stated: formats.formatDateTime(Date.parse(snapshot.created)),
          })}
        </p>
      );
    case 'columns':
      return <p>{t('differentFields', { columns: difference.columns.join(', ') })}</p>;
  }
}

function NotComparedText({
  certificate,
  comparison,
}: {
  readonly certificate: Certificate;
  readonly comparison: Exclude<SnapshotComparison, { readonly kind: 'same' | 'different' }>;
}) {
  const t = useTranslations('export.verify');
  const words = useWords();
  switch (comparison.kind) {
    case 'expired':
      return t('notComparedExpired');
    case 'not-provable':
      return t('notProvable');
    case 'other-service':
      return t('notComparedOtherService', { service: certificate.service });
    case 'locked':
      return t('notComparedLocked', { columns: comparison.columns.join(', ') });
    case 'failed':
      return `${t('notCompared')} ${exportFailureText(words, comparison.failure)}`;
    case 'not-compared':
      return t('notCompared');
  }
}
