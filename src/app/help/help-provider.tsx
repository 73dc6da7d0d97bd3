import { useCallback, useState, type ReactNode } from 'react';
import { lazyPart } from '@/ui/components/lazy-part';
import { usePageKey } from '../use-page-key';
import { HelpContext } from './help-context';
import { helpKey } from './help-key';

const HelpDialog = lazyPart(async () => ({
  Part: (await import('./help-dialog')).HelpDialog,
}));

/** Lets the components inside open Help, and opens it with the key `?` outside text fields. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  usePageKey(isHelpKey, open);
  return (
    <HelpContext value={open}>
      {children}
      {isOpen && <HelpDialog onClose={() => setOpen(false)} />}
    </HelpContext>
  );
}

/** Whether a key opens Help. The grid handles `?` itself, and lists its own keys. */
function isHelpKey(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key !== '?' || hasModifier || event.defaultPrevented) return false;
  const { target } = event;
  const isTyped =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return !isTyped && document.querySelector('[role="menu"]') === null && helpKey.read() !== false;
}
