import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ExportRequest } from '../model/export-request';
import { useExportDoor } from './export-provider';

interface ExportButtonProps {
  /** Asked when pressed. */
  readonly getRequest: () => ExportRequest;
  /** In the toolbar it listens to the shortcut, too. */
  readonly place: 'toolbar' | 'notice';
}

/** Opens the dialog **Export** for the snapshot on screen. */
export function ExportButton({ getRequest, place }: ExportButtonProps) {
  const t = useTranslations('results');
  const { open } = useExportDoor();
  const start = () => {
    open(getRequest());
  };
  // Also from within fields, as SAP and Excel people expect of it.
  useHotkeys(place === 'toolbar' ? [['mod+shift+E', start]] : [], []);
  return (
    <Tooltip label={t('exportShortcut')}>
      <Button
        {...(place === 'toolbar' ? { variant: 'subtle', color: 'gray' } : {})}
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        aria-haspopup="dialog"
        onClick={start}
      >
        {t('export')}
      </Button>
    </Tooltip>
  );
}
