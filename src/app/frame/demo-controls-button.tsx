import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import type { DemoKit } from '@/shared/config/demo-kit';
import { useDemo } from '../demo-context';

type Controls = ComponentType<{ readonly onClose: () => void }>;

/** Opens the drawer **Demo controls**; there is none outside the demo, and its code comes when first opened. */
export function DemoControlsButton() {
  const t = useTranslations('frame');
  const demo = useDemo();
  const [isOpen, setOpen] = useState(false);
  const [Controls, setControls] = useState<Controls | null>(null);
  if (demo === null) return null;

  async function load(kit: DemoKit): Promise<void> {
    const loaded = await kit.loadControls();
    setControls(() => loaded);
  }

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
          void load(demo);
        }}
      >
        <span data-tool-label>{t('demoControls')}</span>
      </Button>
      {isOpen && Controls !== null && (
        <Controls
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
