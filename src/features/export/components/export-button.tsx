import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ExportRequest } from '../model/export-request';
import { useExportDoor } from './export-provider';

/** Opens the dialog **Export** for the snapshot on screen. `getRequest` is asked when pressed. */
export function ExportButton({ getRequest }: { readonly getRequest: () => ExportRequest }) {
  const t = useTranslations('results');
  const { open } = useExportDoor();
  const start = () => {
    open(getRequest());
  };
  // Also from within fields, as SAP and Excel people expect of it.
  useHotkeys([['mod+shift+E', start]], []);
  return (
    <Tooltip label={t('exportShortcut')}>
      <Button
        variant="subtle"
        color="gray"
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
