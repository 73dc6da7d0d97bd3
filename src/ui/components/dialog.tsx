import './modal-styles.css';
import { Group, Modal, type GroupProps, type ModalRootProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface DialogProps extends Pick<ModalRootProps, 'size' | 'padding' | 'yOffset'> {
  /** The accessible name of the dialog, and its heading unless `isHeaderHidden` is set. */
  readonly title: string;
  /** Whether heading and close button are left out. Escape still closes the dialog. */
  readonly isHeaderHidden?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, which is open while it is mounted. It returns the focus to the element that opened it. */
export function Dialog({ title, isHeaderHidden = false, onClose, children, ...root }: DialogProps) {
  const t = useTranslations('common');
  useReturnedFocus();
  return (
    <Modal.Root opened onClose={onClose} {...root}>
      <Modal.Overlay />
      <Modal.Content aria-label={isHeaderHidden ? title : undefined}>
        {!isHeaderHidden && (
          // Mantine renders a <header>. Without role="none", it would be a second banner landmark of the page.
          <Modal.Header role="none">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} />
          </Modal.Header>
        )}
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions(props: GroupProps) {
  return <Group justify="flex-end" gap={8} {...props} />;
}

/** Returns the focus when the calling dialog is unmounted. Mantine returns it only when a dialog is closed, not when it is unmounted. */
export function useReturnedFocus(): void {
  // The opener is found during the first render, because the menu that opened the dialog may be gone when effects run.
  const [openedFrom] = useState(findOpener);
  useEffect(() => {
    // If this dialog replaces another one, the other one has already returned the focus to its opener.
    const opener = document.activeElement === document.body ? openedFrom : findOpener();
    return () => {
      if (document.activeElement !== document.body) return;
      const target = opener?.isConnected === true ? opener : document.querySelector('main');
      target?.focus({ preventScroll: true });
    };
  }, [openedFrom]);
}

/** Returns the focused element. If it is an item of a menu, returns the button of the menu instead. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null;
  const opener = buttonId === null ? focused : document.getElementById(buttonId);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
