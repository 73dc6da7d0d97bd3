import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { reloadPage } from '@/ui/page-version/page-version';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import { damageText } from '@/ui/components/damage-text';
import { useWords } from '@/ui/formats/use-words';
import type { Found } from '../verify/start-verification';
import { ChangedExport } from './changed-export';
import { ComputedFile } from './computed-file';
import { DescribedFile } from './described-file';
import itemClasses from './export-item.module.css';
import { useVerification } from './use-verification';
import classes from './verify-dialog.module.css';

export interface VerifyDialogProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

/** The dialog that checks whether files are an unchanged export. */
export function VerifyDialog({ files, onFiles, onClose }: VerifyDialogProps) {
  const t = useTranslations('export');
  const resetChosen = useRef<() => void>(null);
  return (
    <Dialog title={t('verify.title')} size="lg" onClose={onClose}>
      <Stack gap={14}>
        {files.length === 0 ? (
          <Text>{t('verify.intro')}</Text>
        ) : (
          <VerificationPanel files={files} onCancel={onClose} />
        )}
        <DialogActions>
          <FileButton
            multiple
            resetRef={resetChosen}
            onChange={(chosen) => {
              if (chosen.length > 0) onFiles(chosen);
              // Without the reset, choosing the same file again after editing it would not fire a change event.
              resetChosen.current?.();
            }}
          >
            {(props) => (
              <Button {...props} variant={files.length === 0 ? 'filled' : 'default'} data-autofocus>
                {t('verify.choose')}
              </Button>
            )}
          </FileButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function VerificationPanel({
  files,
  onCancel,
}: {
  readonly files: readonly File[];
  readonly onCancel: () => void;
}) {
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
          <Text>{t('verify.describedSoFar')}</Text>
          <Working text={t('verify.comparing')} share={state.share} onCancel={stopComparing}>
            {state.isRetrying && (
              <Text size="xs" c="dimmed">
                {t('verify.holding')}
              </Text>
            )}
          </Working>
        </>
      );
    case 'failed':
      return state.isNotLoaded ? <NotLoaded /> : <Text role="alert">{t('fault', { detail: 'worker' })}</Text>;
    case 'verified':
      return <Result found={state.found} firstName={files[0]?.name ?? ''} onCompare={compare} />;
  }
}

function NotLoaded() {
  const t = useTranslations('pageVersion');
  return (
    <Stack gap={10}>
      <Text role="alert">{t('notLoadedTitle')}</Text>
      <DialogActions>
        <Button size="compact-sm" onClick={reloadPage}>
          {t('reload')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function Result({
  found: { verification, values, comparison },
  firstName,
  onCompare,
}: {
  readonly found: Found;
  readonly firstName: string;
  readonly onCompare: () => void;
}) {
  const t = useTranslations('export');
  const words = useWords();
  switch (verification.kind) {
    case 'unchanged':
    case 'changed':
      if (comparison === null && verification.kind === 'changed') {
        const { certificate, ...difference } = verification;
        return <ChangedExport certificate={certificate} difference={difference} values={values} />;
      }
      return (
        <DescribedFile
          certificate={verification.certificate}
          comparison={comparison ?? { kind: 'not-compared' }}
          isSavedAgain={verification.kind === 'changed'}
          onCompare={onCompare}
        />
      );
    case 'computed':
      return <ComputedFile {...verification} />;
    case 'needs-certificate':
      return <Unknown text={t('verify.needsCertificate', { name: firstName })} />;
    case 'needs-file':
      return <Unknown text={t('verify.needsFile', { name: verification.certificate.file.name })} />;
    case 'damaged':
      return (
        <Unknown
          text={t('verify.damaged', { name: firstName, damage: damageText(words, verification.damage) })}
        />
      );
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
    <Stack gap={10}>
      <Text role="status">{text}</Text>
      <div role="progressbar" aria-label={text} aria-valuenow={percent} className={itemClasses['track']}>
        <div className={itemClasses['bar']} style={{ width: `${percent}%` }} />
      </div>
      {children}
      <DialogActions>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancel}>
          {tCommon('cancel')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function Unknown({ text }: { readonly text: string }) {
  return (
    <Group role="status" gap={10} wrap="nowrap" className={classes['unknown'] ?? ''}>
      <IconFileUnknown size={22} aria-hidden="true" /> {text}
    </Group>
  );
}
