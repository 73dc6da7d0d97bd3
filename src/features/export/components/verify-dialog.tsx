import { Button, FileButton, Modal } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useServiceClient } from '@/session/session-context';
import { useFormats } from '@/shared/formats/format-settings-context';
import { rowChanges } from '../verify/row-changes';
import { verifyInWorker } from '../verify/verify-in-worker';
import type { Verification } from '../verify/verify-export';
import { CertificateDetails } from './certificate-details';
import { ChangedExport, type ChangesOutcome } from './changed-export';
import itemClasses from './export-item.module.css';
import { Seal } from './seal';
import classes from './verify-dialog.module.css';

export interface VerifyDialogProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

type Outcome =
  /** `share`: 0 to 1. */
  | { readonly kind: 'working'; readonly share: number }
  /** The file is read; the snapshot is asked in what it differs. */
  | { readonly kind: 'comparing' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'verified'; readonly verification: Verification; readonly changes: ChangesOutcome };

/** Says whether an export that comes back is still what was exported. */
export function VerifyDialog({ files, onFiles, onClose }: VerifyDialogProps) {
  const t = useTranslations('export');
  const tCommon = useTranslations('common');
  const resetChosen = useRef<() => void>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('verify.title')}
      closeButtonProps={{ 'aria-label': tCommon('close') }}
    >
      <div className={classes['body']}>
        {files.length === 0 ? (
          <p>{t('verify.intro')}</p>
        ) : (
          <Verdict key={keyOf(files)} files={files} onCancel={onClose} />
        )}
        <div className={itemClasses['actions']}>
          <FileButton
            multiple
            resetRef={resetChosen}
            onChange={(chosen) => {
              if (chosen.length > 0) onFiles(chosen);
              // Else choosing a file again after it was edited would be no change.
              resetChosen.current?.();
            }}
          >
            {(props) => (
              <Button {...props} variant={files.length === 0 ? 'filled' : 'default'} data-autofocus>
                {t('verify.choose')}
              </Button>
            )}
          </FileButton>
        </div>
      </div>
    </Modal>
  );
}

function keyOf(files: readonly File[]): string {
  return files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join('\n');
}

function Verdict({ files, onCancel }: { readonly files: readonly File[]; readonly onCancel: () => void }) {
  const t = useTranslations('export');
  const outcome = useVerification(files);
  if (outcome.kind === 'working') {
    const text = t('verify.working', { name: files[0]?.name ?? '' });
    return <Working text={text} share={outcome.share} onCancel={onCancel} />;
  }
  if (outcome.kind === 'comparing') {
    return <Working text={t('verify.comparing')} share={1} onCancel={onCancel} />;
  }
  if (outcome.kind === 'failed') return <p role="alert">{t('fault', { detail: 'worker' })}</p>;
  const { verification, changes } = outcome;
  switch (verification.kind) {
    case 'unchanged':
      return <Unchanged certificate={verification.certificate} />;
    case 'changed':
      return <ChangedExport verification={verification} changes={changes} />;
    case 'needs-certificate':
      return <Unknown text={t('verify.needsCertificate', { name: files[0]?.name ?? '' })} />;
    case 'needs-file':
      return <Unknown text={t('verify.needsFile', { name: verification.certificate.file.name })} />;
    case 'not-ours':
      return <Unknown text={t('verify.notOurs')} />;
  }
}

function Working({
  text,
  share,
  onCancel,
}: {
  readonly text: string;
  readonly share: number;
  readonly onCancel: () => void;
}) {
  const tCommon = useTranslations('common');
  const percent = Math.floor(Math.min(1, share) * 100);
  return (
    <div className={classes['working']}>
      <p role="status" className={classes['text']}>
        {text}
      </p>
      <div role="progressbar" aria-label={text} aria-valuenow={percent} className={itemClasses['track']}>
        <div className={itemClasses['bar']} style={{ width: `${percent}%` }} />
      </div>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
        {tCommon('cancel')}
      </Button>
    </div>
  );
}

function useVerification(files: readonly File[]): Outcome {
  const client = useServiceClient();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'working', share: 0 });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onRows = (rowCount: number, written: number) => {
      if (!signal.aborted) setOutcome({ kind: 'working', share: rowCount / Math.max(1, written) });
    };
    const verify = async () => {
      try {
        const verification = await verifyInWorker(files, onRows, signal);
        if (verification.kind !== 'changed') {
          setOutcome({ kind: 'verified', verification, changes: [] });
          return;
        }
        // Not yet that it has changed: another program may have saved the same values.
        setOutcome({ kind: 'comparing' });
        const { certificate, parts } = verification;
        const changes = await rowChanges(certificate, parts, client, signal).catch(
          () => 'not-to-be-had' as const,
        );
        if (!signal.aborted) setOutcome({ kind: 'verified', verification, changes });
      } catch {
        if (!signal.aborted) setOutcome({ kind: 'failed' });
      }
    };
    void verify();
    return () => {
      controller.abort();
    };
  }, [files, client]);
  return outcome;
}

function Unchanged({ certificate }: Pick<Extract<Verification, { kind: 'unchanged' }>, 'certificate'>) {
  const t = useTranslations('export');
  const formats = useFormats();
  return (
    <>
      <Seal tone="good" role="status" title={t('verify.unchanged')}>
        <p>
          {t('verify.unchangedText', {
            rows: formats.formatInteger(certificate.rows.written),
            name: certificate.priceColumn,
            time: formats.formatDateTime(Date.parse(certificate.snapshot.created)),
          })}
        </p>
      </Seal>
      <CertificateDetails certificate={certificate} />
    </>
  );
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <p role="status" className={classes['unknown']}>
      <IconFileUnknown size={22} aria-hidden="true" /> {text}
    </p>
  );
}
