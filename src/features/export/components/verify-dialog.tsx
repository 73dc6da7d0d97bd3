import { Button, FileButton, Modal } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { reloadPage } from '@/shared/page-version/reload-page';
import type { Found } from '../verify/start-verification';
import { ChangedExport } from './changed-export';
import { DescribedFile } from './described-file';
import itemClasses from './export-item.module.css';
import { useVerification } from './use-verification';
import classes from './verify-dialog.module.css';

export interface VerifyDialogProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

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
        {files.length === 0 ? <p>{t('verify.intro')}</p> : <Verdict files={files} onCancel={onClose} />}
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

function Verdict({ files, onCancel }: { readonly files: readonly File[]; readonly onCancel: () => void }) {
  const t = useTranslations('export');
  const [state, { compare, stopComparing }] = useVerification(files);
  switch (state.status) {
    case 'reading': {
      const text = t('verify.working', { name: files[0]?.name ?? '' });
      return <Working text={text} share={state.share} onCancel={onCancel} />;
    }
    case 'looking-up':
      return <Working text={t('verify.lookingUp')} share={1} onCancel={onCancel} />;
    case 'comparing':
      return (
        <>
          <p className={classes['text']}>{t('verify.describedSoFar')}</p>
          <Working text={t('verify.comparing')} share={state.share} onCancel={stopComparing}>
            {state.isHolding && <p className={itemClasses['note']}>{t('verify.holding')}</p>}
          </Working>
        </>
      );
    case 'failed':
      return state.isNotLoaded ? <NotLoaded /> : <p role="alert">{t('fault', { detail: 'worker' })}</p>;
    case 'told':
      return <Told found={state.found} firstName={files[0]?.name ?? ''} onCompare={compare} />;
  }
}

function NotLoaded() {
  const t = useTranslations('pageVersion');
  return (
    <div role="alert" className={classes['working']}>
      <p className={classes['text']}>{t('notLoadedTitle')}</p>
      <Button size="compact-sm" onClick={reloadPage}>
        {t('reload')}
      </Button>
    </div>
  );
}

function Told({
  found: { verification, changes, comparison },
  firstName,
  onCompare,
}: {
  readonly found: Found;
  readonly firstName: string;
  readonly onCompare: () => void;
}) {
  const t = useTranslations('export');
  switch (verification.kind) {
    case 'unchanged':
    case 'changed':
      if (comparison === null && verification.kind === 'changed') {
        return <ChangedExport verification={verification} changes={changes} />;
      }
      return (
        <DescribedFile
          certificate={verification.certificate}
          comparison={comparison ?? { kind: 'not-compared' }}
          isSavedAgain={verification.kind === 'changed'}
          onCompare={onCompare}
        />
      );
    case 'needs-certificate':
      return <Unknown text={t('verify.needsCertificate', { name: firstName })} />;
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
  children,
}: {
  readonly text: string;
  readonly share: number;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
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
      {children}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
        {tCommon('cancel')}
      </Button>
    </div>
  );
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <p role="status" className={classes['unknown']}>
      <IconFileUnknown size={22} aria-hidden="true" /> {text}
    </p>
  );
}
