import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ExportRequest } from '../model/export-choices';

/** The snapshot whose rows are on screen. */
interface SnapshotOnScreen {
  readonly cacheKey: string;
  /** Takes a new snapshot of the same query. */
  readonly onTakeNew: () => void;
}

/** The dialogs that are open: for a new export, for a copy to keep, and for verifying earlier exports. */
interface ExportContextValue {
  readonly request: ExportRequest | null;
  readonly open: (request: ExportRequest) => void;
  /** The snapshot to keep a copy of. */
  readonly keepRequest: ExportRequest | null;
  readonly openKeep: (request: ExportRequest) => void;
  /** Closes either. */
  readonly close: () => void;
  /** The files to verify; empty while none are chosen, null while the dialog is closed. */
  readonly droppedFiles: readonly File[] | null;
  readonly setDroppedFiles: (files: readonly File[] | null) => void;
  readonly onScreen: SnapshotOnScreen | null;
  /** Reports the snapshot on screen; returns a function for when it goes. */
  readonly showSnapshot: (snapshot: SnapshotOnScreen) => () => void;
}

const ExportContext = createContext<ExportContextValue | null>(null);

/** Wraps all screens, so that an export continues across navigation. */
export function ExportProvider({ children }: { readonly children: ReactNode }) {
  const [request, setRequest] = useState<ExportRequest | null>(null);
  const [keepRequest, setKeepRequest] = useState<ExportRequest | null>(null);
  const [droppedFiles, setDroppedFiles] = useState<readonly File[] | null>(null);
  const [onScreen, setOnScreen] = useState<SnapshotOnScreen | null>(null);
  const showSnapshot = useCallback((snapshot: SnapshotOnScreen) => {
    setOnScreen(snapshot);
    return () => setOnScreen((now) => (now === snapshot ? null : now));
  }, []);
  const context = useMemo<ExportContextValue>(
    () => ({
      request,
      open: setRequest,
      keepRequest,
      openKeep: setKeepRequest,
      close: () => {
        setRequest(null);
        setKeepRequest(null);
      },
      droppedFiles,
      setDroppedFiles,
      onScreen,
      showSnapshot,
    }),
    [request, keepRequest, droppedFiles, onScreen, showSnapshot],
  );
  return <ExportContext value={context}>{children}</ExportContext>;
}

export function useExportContext(): ExportContextValue {
  const context = use(ExportContext);
  if (context === null) throw new Error('There is no ExportProvider above this component.');
  return context;
}
