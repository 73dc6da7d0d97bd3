import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useKeptCopiesMode } from '@/kept-copies/kept-copies-mode';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

/** Opens the dialog **Keep a copy** for the snapshot on screen. Nothing where copies may not be kept. */
export function KeepButton({ getRequest }: { readonly getRequest: () => ExportRequest }) {
  const t = useTranslations('results');
  const { openKeep } = useExportContext();
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
      onClick={() => openKeep(getRequest())}
    >
      <span data-tool-label="yields">{t('keepCopy')}</span>
    </Button>
  );
}
