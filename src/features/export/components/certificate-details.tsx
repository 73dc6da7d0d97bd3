import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { AnyCertificate } from '@/rows/certificates/computed-certificate';
import classes from './certificate-details.module.css';

/** Shows the most important members of a certificate. */
export function CertificateDetails({ certificate }: { readonly certificate: AnyCertificate }) {
  const t = useTranslations('export');
  const formats = useFormats();
  const moment = (iso: string) => formats.formatDateTime(Date.parse(iso));
  return (
    <details className={classes['details']}>
      <summary>{t('certificate')}</summary>
      <dl>
        <dt>{t('digest')}</dt>
        <dd>
          <code>{certificate.digest.sha256}</code>
        </dd>
        {certificate.snapshot !== undefined && (
          <>
            <dt>{t('snapshotKey')}</dt>
            <dd>
              {certificate.snapshot.isStable === false ? (
                t('unstable')
              ) : (
                <code>{certificate.snapshot.cacheKey}</code>
              )}
            </dd>
          </>
        )}
        {'started' in certificate && certificate.snapshot.counted === true && (
          <>
            <dt>{t('counted')}</dt>
            <dd>{t('countedText')}</dd>
          </>
        )}
        {'started' in certificate && (
          <>
            <dt>{t('startedAt')}</dt>
            <dd>{moment(certificate.started)}</dd>
          </>
        )}
        <dt>{t('finishedAt')}</dt>
        <dd>{moment(certificate.finished)}</dd>
      </dl>
    </details>
  );
}
