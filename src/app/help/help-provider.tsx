import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { HelpContext } from './help-context';
import { helpKey } from './help-key';

const HelpDialog = lazyPart(async () => ({
  Part: (await import('./help-dialog')).HelpDialog,
  english: { help: (await import('@/shared/i18n/messages/en/help.json')).default },
}));

/** Opens Help for what is within it, and by `?` wherever that is not typed. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      // The grid has a list of its own keys.
      if (event.key !== '?' || hasModifier || event.defaultPrevented || event.isComposing) return;
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
        return;
      if (document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null) return;
      if (helpKey.read() === false) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <HelpContext value={open}>
      {children}
      {isOpen && <HelpDialog onClose={() => setOpen(false)} />}
    </HelpContext>
  );
}
