import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DemoKit } from '@/shared/config/demo-kit';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { useDemo } from '../demo-context';

/** Opens the drawer **Demo controls**; there is none outside the demo, and its code comes when first opened. */
export function DemoControlsButton() {
  const demo = useDemo();
  return demo !== null && <ControlsButton demo={demo} />;
}

function ControlsButton({ demo }: { readonly demo: DemoKit }) {
  const t = useTranslations('frame');
  const [isOpen, setOpen] = useState(false);
  const [Controls] = useState(() => lazyPart(async () => ({ Part: await demo.loadControls() })));
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconAdjustments size={16} />}
        aria-label={t('demoControls')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <span data-tool-label>{t('demoControls')}</span>
      </Button>
      {isOpen && (
        <Controls
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
