import '@mantine/core/styles/Table.css';
import { Table } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { AnyCertificate } from '@/shared/certificates/computed-certificate';
import { isRetryable } from '@/shared/http/retry-policy';
import { useFailureLine } from '@/shared/ui/use-failure-text';
import type { ChangesOutcome } from '../verify/row-changes';
import type { RowDifference } from '../verify/row-differences';
import type { FileDifference } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { StatusBadge } from './status-badge';
import { useRangeList } from './export-texts';
import classes from './verify-dialog.module.css';

const SHOWN_CHANGES = 50;

export interface ChangedExportProps {
  readonly certificate: AnyCertificate;
  readonly difference: FileDifference;
  /** Null where no snapshot has the rows. */
  readonly changes: ChangesOutcome | null;
}

/** The differences between a changed file and the export. */
export function ChangedExport({
  certificate,
  difference: { rowCount, parts, otherColumns, hasMoreCells },
  changes,
}: ChangedExportProps) {
  const t = useTranslations('export');
  const formats = useFormats();
  const rangeList = useRangeList();
  const differences = changes?.kind === 'found' ? changes.differences : [];
  const lookUpFailure = changes?.kind === 'not-to-be-had' ? changes.failure : null;
  const failureLine = useFailureLine(lookUpFailure ?? { kind: 'cancelled' });
  const isOnlyReordered =
    differences.length > 0 &&
    differences.every(({ kind }) => kind === 'moved') &&
    parts.every(({ rows }) => rows !== null);
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
    ...(isOnlyReordered ? [t('verify.reordered')] : []),
    ...(isCertificateAlone() ? [t('verify.certificateChanged')] : []),
    ...(changes?.kind === 'not-to-be-had' && parts.length > 0 ? [t('verify.noSnapshot')] : []),
    ...(lookUpFailure !== null && isRetryable(lookUpFailure) ? [failureLine] : []),
    ...(changes?.kind === 'found' && parts.some(({ rows }) => rows === null)
      ? [t(differences.length > 0 ? 'verify.onlyFirst' : 'verify.onlyFirstSame')]
      : []),
  ];
  return (
    <>
      <StatusBadge tone="bad" role="alert" title={t('verify.changed')}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </StatusBadge>
      {differences.length > 0 && <Differences differences={differences} />}
      <CertificateDetails certificate={certificate} />
    </>
  );

  function isCertificateAlone(): boolean {
    return parts.length === 0 && otherColumns.length === 0 && !hasMoreCells;
  }
}

function Differences({ differences }: { readonly differences: readonly RowDifference[] }) {
  const t = useTranslations('export');
  return (
    // A scrollable region has to be focusable.
    <div className={classes['cells']} role="region" aria-label={t('verify.cells')} tabIndex={0}>
      <Table
        aria-label={t('verify.cells')}
        stickyHeader
        verticalSpacing={4}
        horizontalSpacing={8}
        borderColor="var(--cn-border)"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('verify.row')}</Table.Th>
            <Table.Th scope="col">{t('verify.field')}</Table.Th>
            <Table.Th scope="col">{t('verify.inFile')}</Table.Th>
            <Table.Th scope="col">{t('verify.inSnapshot')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.slice(0, SHOWN_CHANGES).map((difference) => (
            <Difference key={JSON.stringify(difference)} difference={difference} />
          ))}
        </Table.Tbody>
      </Table>
      {differences.length > SHOWN_CHANGES && (
        <p>{t('verify.moreChanges', { count: differences.length - SHOWN_CHANGES })}</p>
      )}
    </div>
  );
}

const NOTHING = '–';
/** Enough cells to identify a removed row. */
const SHOWN_CELLS = 3;

function Difference({ difference }: { readonly difference: RowDifference }) {
  const t = useTranslations('export');
  const formats = useFormats();
  switch (difference.kind) {
    case 'cell':
      return (
        <Table.Tr>
          <Table.Td>{formats.formatInteger(difference.row)}</Table.Td>
          <Table.Td>{difference.column}</Table.Td>
          <Table.Td>
            <code>{difference.inFile}</code>
          </Table.Td>
          <Table.Td>
            <code>{difference.inSnapshot}</code>
          </Table.Td>
        </Table.Tr>
      );
    case 'added':
      return (
        <Table.Tr>
          <Table.Td>{formats.formatInteger(difference.row)}</Table.Td>
          <Table.Td>{t('verify.wholeRow')}</Table.Td>
          <Table.Td>{t('verify.rowAdded')}</Table.Td>
          <Table.Td>{NOTHING}</Table.Td>
        </Table.Tr>
      );
    case 'moved':
      return (
        <Table.Tr>
          <Table.Td>{formats.formatInteger(difference.row)}</Table.Td>
          <Table.Td>{t('verify.wholeRow')}</Table.Td>
          <Table.Td>{t('verify.rowMoved')}</Table.Td>
          <Table.Td>{t('verify.wasRow', { row: formats.formatInteger(difference.exportedRow) })}</Table.Td>
        </Table.Tr>
      );
    case 'removed':
      return (
        <Table.Tr>
          <Table.Td>{NOTHING}</Table.Td>
          <Table.Td>{t('verify.wholeRow')}</Table.Td>
          <Table.Td>{t('verify.rowRemoved')}</Table.Td>
          <Table.Td>
            {t('verify.wasRow', { row: formats.formatInteger(difference.exportedRow) })}:{' '}
            <code>{difference.cells.slice(0, SHOWN_CELLS).join(', ')}</code>
          </Table.Td>
        </Table.Tr>
      );
  }
}
