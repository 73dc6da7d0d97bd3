import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import { lazyPart } from '@/ui/components/lazy-part';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

/** Keeps a copy of the snapshot on screen in one press. */
export const KeepAtOnce = lazyPart(
  async () => ({
    Part: (await import('./keep-at-once')).KeepAtOnce,
  }),
  'inline',
);

/** Opens **Keep a copy**. Absent if the installation keeps no copies; unavailable, with a reason, if this browser cannot. */
export function KeepButton({ getRequest }: { readonly getRequest: () => ExportRequest }) {
  const t = useTranslations('results');
  const { ask } = useExportContext();
  const obstacle = useKeepObstacle();
  if (obstacle === 'installation') return null;
  const whyNot = obstacle === 'browser' ? t('cannotKeep') : null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconArchive size={16} />}
      // Not `disabled`: the keyboard would skip the button, and with it the reason.
      {...(whyNot !== null && { 'aria-disabled': true, 'data-disabled': true })}
      aria-label={[t('keepCopy'), ...(whyNot === null ? [] : [whyNot])].join(': ')}
      title={whyNot ?? t('keepCopyHint')}
      aria-haspopup="dialog"
      data-tool=""
      onClick={() => {
        if (whyNot === null) ask({ what: 'keep', request: getRequest() });
      }}
    >
      {t('keepCopy')}
    </Button>
  );
}
