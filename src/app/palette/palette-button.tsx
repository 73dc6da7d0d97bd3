import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';
import classes from './palette-button.module.css';

const PaletteDialog = lazyPart(async () => ({ Part: (await import('./palette-dialog')).PaletteDialog }));

/** Opens the palette, as Ctrl+K does from everywhere. */
export function PaletteButton() {
  const t = useTranslations('palette');
  const [isOpen, setOpen] = useState(false);
  const focusedBefore = useRef<Element | null>(null);
  const open = () => {
    focusedBefore.current = document.activeElement;
    setOpen(true);
  };
  const close = (then?: () => void) => {
    setOpen(false);
    // Once the dialog has let go of the focus; what was chosen may take it elsewhere.
    setTimeout(() => {
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
      then?.();
    });
  };
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing) return;
      // Not over another dialog, which wants an answer.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      event.preventDefault();
      focusedBefore.current = document.activeElement;
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
        onClick={open}
      >
        <IconSearch size={15} aria-hidden="true" />
        <span className={classes['words']}>{t('title')}</span>
        <kbd className={classes['shortcut']}>{t('shortcut')}</kbd>
      </button>
      {isOpen && <PaletteDialog onClose={close} />}
    </>
  );
}
