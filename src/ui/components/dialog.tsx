import './modal-styles.css';
import { Group, Modal, type GroupProps, type ModalRootProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface DialogProps extends Pick<ModalRootProps, 'size' | 'padding' | 'yOffset'> {
  /** The accessible name, and the heading unless `isHeaderHidden`. */
  readonly title: string;
  /** Leaves out heading and close button; Escape still closes the dialog. */
  readonly isHeaderHidden?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is mounted. Returns the focus to the element that opened it. */
export function Dialog({ title, isHeaderHidden = false, onClose, children, ...root }: DialogProps) {
  const t = useTranslations('common');
  useReturnedFocus();
  return (
    <Modal.Root opened onClose={onClose} {...root}>
      <Modal.Overlay />
      <Modal.Content aria-label={isHeaderHidden ? title : undefined}>
        {!isHeaderHidden && (
          // Mantine renders a <header>, which would count as a second banner of the page.
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

/** Returns the focus when the calling dialog is unmounted; Mantine's dialogs do so only when they are closed. */
export function useReturnedFocus(): void {
  // The menu whose item opened the dialog may be removed when effects run.
  const [openedFrom] = useState(findOpener);
  useEffect(() => {
    // A dialog that this one replaces has already returned the focus.
    const opener = document.activeElement === document.body ? openedFrom : findOpener();
    return () => {
      if (document.activeElement !== document.body) return;
      const target = opener?.isConnected === true ? opener : document.querySelector('main');
      target?.focus({ preventScroll: true });
    };
  }, [openedFrom]);
}

/** Returns the focused element; for an item of a menu, the button of that menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? null;
  const opener = buttonId === null ? focused : document.getElementById(buttonId);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
