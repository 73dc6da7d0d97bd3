import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './palette-button.module.css';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog')).PaletteDialog }));

/** Opens the palette, as Ctrl+K does from everywhere. */
export function PaletteButton() {
  const t = useTranslations('palette');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing) return;
      // Not over another dialog, which wants an answer.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        aria-label={t('title')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setOpen(true);
        }}
      >
        <IconSearch size={15} aria-hidden="true" />
        <span className={classes['words']}>{t('title')}</span>
        <kbd className={classes['shortcut']}>{t('shortcut')}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <PaletteDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
