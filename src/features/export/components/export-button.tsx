import { Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

interface ExportButtonProps {
  readonly getRequest: () => ExportRequest;
  /** Where the button is shown. Only the button in the toolbar registers the keyboard shortcut. */
  readonly slot: 'toolbar' | 'notice';
  readonly cacheKey: string;
}

/** Opens the **Export** dialog for the snapshot on screen. */
export function ExportButton({ getRequest, slot, cacheKey }: ExportButtonProps) {
  const t = useTranslations('results');
  const { ask, showSnapshot } = useExportContext();
  const latest = useRef(getRequest);
  useEffect(() => {
    latest.current = getRequest;
  });
  useEffect(
    () =>
      slot === 'toolbar'
        ? showSnapshot({ cacheKey, onTakeNew: () => latest.current().onTakeNew() })
        : undefined,
    [showSnapshot, slot, cacheKey],
  );
  const start = () => {
    ask({ what: 'export', request: getRequest() });
  };
  // The shortcut also works while an input field has the focus, as in SAP and Excel.
  useHotkeys(slot === 'toolbar' ? [['mod+shift+E', start]] : [], []);
  return (
    <Tooltip label={t('exportShortcut')}>
      <Button
        {...(slot === 'toolbar' ? { variant: 'subtle', color: 'gray', 'data-tool': 'stays' } : {})}
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        aria-label={t('export')}
        aria-haspopup="dialog"
        onClick={start}
      >
        {t('export')}
      </Button>
    </Tooltip>
  );
}
