import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ExportRequest } from '../model/export-request';

/** What leads to the dialog: which snapshot is to be exported. */
interface ExportDoor {
  readonly request: ExportRequest | null;
  readonly open: (request: ExportRequest) => void;
  readonly close: () => void;
  /** Earlier exports to be checked: none chosen yet, or null for no check. */
  readonly broughtFiles: readonly File[] | null;
  readonly bring: (files: readonly File[] | null) => void;
}

const ExportDoorContext = createContext<ExportDoor | null>(null);

/** Goes around all screens, so that an export goes on whichever of them is open. */
export function ExportProvider({ children }: { readonly children: ReactNode }) {
  const [request, setRequest] = useState<ExportRequest | null>(null);
  const [broughtFiles, setBroughtFiles] = useState<readonly File[] | null>(null);
  const isOpen = request !== null || broughtFiles !== null;
  const noteFocus = useFocusReturn(isOpen);
  const door = useMemo<ExportDoor>(
    () => ({
      request,
      open: (asked) => {
        noteFocus();
        setRequest(asked);
      },
      close: () => {
        setRequest(null);
      },
      broughtFiles,
      bring: (files) => {
        noteFocus();
        setBroughtFiles(files);
      },
    }),
    [request, broughtFiles, noteFocus],
  );
  return <ExportDoorContext value={door}>{children}</ExportDoorContext>;
}

export function useExportDoor(): ExportDoor {
  const door = use(ExportDoorContext);
  if (door === null) throw new Error('There is no ExportProvider above this component.');
  return door;
}

/**
 * Gives the focus back to what had it before a dialog that is taken away in place of closing, and then does not do so
 * by itself. What is returned is called before one opens, also from within another.
 */
function useFocusReturn(isOpen: boolean): () => void {
  const focusedBefore = useRef<Element | null>(null);
  useEffect(() => {
    if (isOpen) return;
    const before = focusedBefore.current;
    focusedBefore.current = null;
    if (before instanceof HTMLElement && isFocusLost()) before.focus({ preventScroll: true });
  }, [isOpen]);
  return useCallback(() => {
    focusedBefore.current ??= document.activeElement;
  }, []);
}

/** The dialog is gone, or about to go, and nothing else has taken the focus. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.closest('[role=dialog]') !== null
  );
}
