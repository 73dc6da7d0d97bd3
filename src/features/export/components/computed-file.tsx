import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ComputedCertificate } from '@/rows/certificates/computed-certificate';
import type { Verification } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { ChangedExport } from './changed-export';
import { StatusBadge } from './status-badge';
import classes from './verify-dialog.module.css';

const KINDS = {
  'colonnade-proposal-certificate': 'proposal',
  'colonnade-findings-certificate': 'findings',
  'colonnade-changes-certificate': 'changes',
  'colonnade-rows-certificate': 'rows',
} as const satisfies Record<ComputedCertificate['kind'], string>;

/** Shows whether a file matches its certificate. The file's rows were computed in the console and come from no snapshot. */
export function ComputedFile({
  certificate,
  difference,
}: Omit<Extract<Verification, { kind: 'computed' }>, 'kind'>) {
  const t = useTranslations('export.verify');
  const { formatInteger, formatDateTime } = useFormats();
  if (difference !== null) {
    return <ChangedExport certificate={certificate} difference={difference} values={null} />;
  }
  const { kind, priceColumn, rows, rules, snapshot } = certificate;
  const { sources = [], refined } = snapshot ?? {};
  const made = [...sources.map(({ words }) => words), ...(refined === undefined ? [] : [refined.refinement])];
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
        {kind === 'colonnade-rows-certificate' && <p>{t('computed.notAsked')}</p>}
        <p>{t('computed.notSigned')}</p>
      </StatusBadge>
      <Words label={t('computed.made')} texts={made} />
      <Words label={t('computed.rules')} texts={rules.map(({ words }) => words)} />
      <CertificateDetails certificate={certificate} />
    </>
  );
}

function Words({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-label={label} className={classes['rules']}>
      <h3>{label}</h3>
      <ol>
        {texts.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ol>
    </section>
  );
}
