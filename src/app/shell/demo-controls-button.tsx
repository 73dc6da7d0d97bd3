import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DemoKit } from '@/ui/config/demo-kit';
import { lazyPart } from '@/ui/components/lazy-part';
import { useDemo } from '../demo-context';
import classes from './app-shell.module.css';

/** The button that opens the **Demo controls** drawer, whose code is loaded when it is first opened. */
export function DemoControlsButton() {
  const demo = useDemo();
  return demo !== null && <ControlsButton demo={demo} />;
}

function ControlsButton({ demo }: { readonly demo: DemoKit }) {
  const t = useTranslations('shell');
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
        <span className={classes['demoLabel']} data-tool-label>
          {t('demoControls')}
        </span>
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
