import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';
import classes from './palette-button.module.css';

const PaletteDialog = lazyPart(async () => ({ Part: (await import('./palette-dialog')).PaletteDialog }));

/** Opens the palette, as Ctrl+K does from everywhere. */
export function PaletteButton() {
  const t = useTranslations('palette');
  const [isOpen, setOpen] = useState(false);
  const close = (then?: () => void) => {
    setOpen(false);
    // After the dialog has returned the focus, as the chosen entry may move it.
    setTimeout(() => then?.());
  };
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing) return;
      // Not on top of another dialog.
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
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setOpen(true);
        }}
      >
        <IconSearch size={15} aria-hidden="true" />
        <span className={classes['words']}>{t('title')}</span>
        <kbd aria-hidden="true" className={classes['shortcut']}>
          {t('shortcut')}
        </kbd>
      </button>
      {isOpen && <PaletteDialog onClose={close} />}
    </>
  );
}
