import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/ui/components/lazy-part';
import { usePageKey } from '../use-page-key';
import classes from './palette-button.module.css';

const PaletteDialog = lazyPart(async () => ({ Part: (await import('./palette-dialog')).PaletteDialog }));

/** The button that opens the command palette. Ctrl+K opens it, too, from everywhere on the page. */
export function PaletteButton() {
  const t = useTranslations('palette');
  const [isOpen, setOpen] = useState(false);
  const close = (then?: () => void) => {
    setOpen(false);
    // Waits until the dialog has returned the focus, because the chosen entry may move it.
    setTimeout(() => then?.());
  };
  usePageKey(isPaletteKey, () => setOpen(true));
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

function isPaletteKey(event: KeyboardEvent): boolean {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isShortcut && event.key.toLowerCase() === 'k';
}
