import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useKeptCopiesMode } from '@/kept-copies/kept-copies-mode';
import { lazyPart } from '@/shared/i18n/lazy-part';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

/** Keeps a copy of the snapshot on screen in one press. */
export const KeepAtOnce = lazyPart(
  async () => ({
    Part: (await import('./keep-at-once')).KeepAtOnce,
  }),
  'inline',
);

/** Opens the dialog **Keep a copy** for the snapshot on screen. Nothing where copies may not be kept. */
export function KeepButton({ getRequest }: { readonly getRequest: () => ExportRequest }) {
  const t = useTranslations('results');
  const { ask } = useExportContext();
  if (useKeptCopiesMode() === 'never') return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconArchive size={16} />}
      aria-label={t('keepCopy')}
      title={t('keepCopyHint')}
      aria-haspopup="dialog"
      data-tool=""
      onClick={() => ask({ what: 'keep', request: getRequest() })}
    >
      {t('keepCopy')}
    </Button>
  );
}
