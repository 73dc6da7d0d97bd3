import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import { lazyPart } from '@/ui/components/lazy-part';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

/** A button that keeps a copy of the snapshot on screen, without a dialog. */
export const KeepAtOnce = lazyPart(
  async () => ({
    Part: (await import('./keep-at-once')).KeepAtOnce,
  }),
  'inline',
);

/** Opens **Keep a copy**. Renders nothing if the installation forbids copies. If this browser cannot keep any, the button says why. */
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
      // The attribute `disabled` is not used, because keyboard users could then not reach the button and read the reason.
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
