import { Button } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '@/session/session-context';
import { CERTIFICATE_KIND, type Certificate } from '@/rows/certificates/certificate';
import type { AnyCertificate } from '@/rows/certificates/computed-certificate';
import { isRetryable } from '@/ui/http/retry-policy';
import { DialogActions } from '@/ui/components/dialog';
import { failureLine } from '@/ui/components/failure-text';
import { useWords } from '@/ui/formats/use-words';
import type { ValuesOutcome } from '../verify/same-values';
import type { FileDifference } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { useExportContext } from './export-provider';
import { StatusBadge } from './status-badge';
import { useRangeList } from './export-texts';

export interface ChangedExportProps {
  readonly certificate: AnyCertificate;
  readonly difference: FileDifference;
  /** The result of comparing the changed rows with the snapshot; null if the file's rows come from no snapshot. */
  readonly values: ValuesOutcome | null;
}

/** Shows which ranges of rows in a changed file differ from the export. */
export function ChangedExport({
  certificate,
  difference: { rowCount, parts, otherColumns, hasMoreCells },
  values,
}: ChangedExportProps) {
  const t = useTranslations('export');
  const words = useWords();
  const { formats } = words;
  const rangeList = useRangeList();
  const failure = values?.kind === 'unknown' ? values.failure : null;
  const ranges = parts
    .filter(({ fileRowCount }) => fileRowCount > 0)
    .map(({ fileStart, fileRowCount }) => ({ first: fileStart + 1, last: fileStart + fileRowCount }));
  const { list, hasMore } = rangeList(ranges);
  const sentences = [
    ...(otherColumns.length > 0 ? [t('verify.otherColumns', { columns: otherColumns.join(', ') })] : []),
    ...(hasMoreCells ? [t('verify.moreColumns')] : []),
    ...(rowCount === certificate.rows.written
      ? []
      : [
          t('verify.otherRowCount', {
            found: formats.formatInteger(rowCount),
            written: formats.formatInteger(certificate.rows.written),
          }),
        ]),
    ...(ranges.length > 0 ? [t(hasMore ? 'verify.rangesAndMore' : 'verify.ranges', { list })] : []),
    ...(isCertificateAlone() ? [t('verify.certificateChanged')] : []),
    ...(values?.kind === 'unknown' ? [t('verify.noSnapshot')] : []),
    ...(failure !== null && isRetryable(failure) ? [failureLine(words, failure)] : []),
    ...(values?.kind === 'same-so-far' ? [t('verify.onlyFirstSame')] : []),
  ];
  return (
    <>
      <StatusBadge tone="bad" role="alert" title={t('verify.changed')}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </StatusBadge>
      {certificate.kind === CERTIFICATE_KIND && !isCertificateAlone() && (
        <RowsInChanges certificate={certificate} />
      )}
      <CertificateDetails certificate={certificate} />
    </>
  );

  function isCertificateAlone(): boolean {
    return parts.length === 0 && otherColumns.length === 0 && !hasMoreCells;
  }
}

/** Opens the **Changes** view, which compares the snapshot with the file. Renders nothing if the snapshot cannot be opened here. */
function RowsInChanges({
  certificate: { service, priceColumn, snapshot },
}: {
  readonly certificate: Certificate;
}) {
  const t = useTranslations('export.verify');
  const session = useSession();
  const { hasWebAssembly, droppedFiles, setDroppedFiles, setComparedFiles } = useExportContext();
  const [openedAtMs] = useState(Date.now);
  const isOfSession =
    'account' in session && [session.account.service, session.account.serviceAddress].includes(service);
  const isOver = snapshot.expires !== null && Date.parse(snapshot.expires) <= openedAtMs;
  const { cacheKey } = snapshot;
  if (!hasWebAssembly || !isOfSession || isOver || droppedFiles === null || cacheKey === null) return null;
  return (
    <DialogActions>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconGitCompare size={16} aria-hidden="true" />}
        renderRoot={(props: object) => (
          <Link
            {...props}
            to="/prices/$priceColumn"
            params={{ priceColumn }}
            search={{ cacheKey, show: 'changes' }}
          />
        )}
        onClick={() => {
          setComparedFiles({ cacheKey, files: droppedFiles });
          setDroppedFiles(null);
        }}
      >
        {t('whichRows')}
      </Button>
    </DialogActions>
  );
}
