import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { ComputedCertificate } from '@/shared/certificates/computed-certificate';
import type { Verification } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { ChangedExport } from './changed-export';
import { StatusBadge } from './status-badge';
import classes from './verify-dialog.module.css';

const KINDS = {
  'colonnade-proposal-certificate': 'proposal',
  'colonnade-findings-certificate': 'findings',
  'colonnade-changes-certificate': 'changes',
} as const satisfies Record<ComputedCertificate['kind'], string>;

/** Whether a file of new prices, of findings or of changes is as its certificate says. */
export function ComputedFile({
  certificate,
  difference,
}: Omit<Extract<Verification, { kind: 'computed' }>, 'kind'>) {
  const t = useTranslations('export.verify');
  const { formatInteger, formatDateTime } = useFormats();
  if (difference !== null) {
    return <ChangedExport certificate={certificate} difference={difference} changes={null} />;
  }
  const { kind, priceColumn, rows, rules, snapshot } = certificate;
  return (
    <>
      <StatusBadge tone="neutral" role="status" title={t('described')}>
        <p>
          {t(`computed.${KINDS[kind]}`, {
            count: rows.written,
            formatted: formatInteger(rows.written),
            name: priceColumn,
            time: snapshot === undefined ? '' : formatDateTime(Date.parse(snapshot.taken)),
          })}
        </p>
        <p>{t('computed.notSigned')}</p>
      </StatusBadge>
      {rules.length > 0 && (
        <section aria-label={t('computed.rules')} className={classes['rules']}>
          <h3>{t('computed.rules')}</h3>
          <ol>
            {rules.map(({ words }, index) => (
              <li key={index}>{words}</li>
            ))}
          </ol>
        </section>
      )}
      <CertificateDetails certificate={certificate} />
    </>
  );
}
