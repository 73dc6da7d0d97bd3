import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { ChangesOutcome } from '../verify/row-changes';
import type { RowDifference } from '../verify/row-differences';
import type { Verification } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { StatusBadge } from './status-badge';
import { useRangeList } from './export-texts';
import classes from './verify-dialog.module.css';

const SHOWN_CHANGES = 50;

/** The differences between a changed file and the export. */
export function ChangedExport({
  verification: { certificate, rowCount, parts, otherColumns, hasMoreCells },
  changes,
}: {
  readonly verification: Extract<Verification, { kind: 'changed' }>;
  readonly changes: ChangesOutcome;
}) {
  const t = useTranslations('export');
  const formats = useFormats();
  const rangeList = useRangeList();
  const differences = typeof changes === 'string' ? [] : changes;
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
    ...(changes === 'not-to-be-had' && parts.length > 0 ? [t('verify.noSnapshot')] : []),
    ...(typeof changes !== 'string' && parts.some(({ rows }) => rows === null)
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['cells']} role="region" aria-label={t('verify.cells')} tabIndex={0}>
      <table aria-label={t('verify.cells')}>
        <thead>
          <tr>
            <th scope="col">{t('verify.row')}</th>
            <th scope="col">{t('verify.field')}</th>
            <th scope="col">{t('verify.inFile')}</th>
            <th scope="col">{t('verify.inSnapshot')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, SHOWN_CHANGES).map((difference) => (
            <Difference key={JSON.stringify(difference)} difference={difference} />
          ))}
        </tbody>
      </table>
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
        <tr>
          <td>{formats.formatInteger(difference.row)}</td>
          <td>{difference.column}</td>
          <td>
            <code>{difference.inFile}</code>
          </td>
          <td>
            <code>{difference.inSnapshot}</code>
          </td>
        </tr>
      );
    case 'added':
      return (
        <tr>
          <td>{formats.formatInteger(difference.row)}</td>
          <td>{t('verify.wholeRow')}</td>
          <td>{t('verify.rowAdded')}</td>
          <td>{NOTHING}</td>
        </tr>
      );
    case 'moved':
      return (
        <tr>
          <td>{formats.formatInteger(difference.row)}</td>
          <td>{t('verify.wholeRow')}</td>
          <td>{t('verify.rowMoved')}</td>
          <td>{t('verify.wasRow', { row: formats.formatInteger(difference.exportedRow) })}</td>
        </tr>
      );
    case 'removed':
      return (
        <tr>
          <td>{NOTHING}</td>
          <td>{t('verify.wholeRow')}</td>
          <td>{t('verify.rowRemoved')}</td>
          <td>
            {t('verify.wasRow', { row: formats.formatInteger(difference.exportedRow) })}:{' '}
            <code>{difference.cells.slice(0, SHOWN_CELLS).join(', ')}</code>
          </td>
        </tr>
      );
  }
}
