import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ExportRequest } from '../model/export-choices';
import type { ExportQueue } from '../run/export-queue';

interface SnapshotOnScreen {
  readonly cacheKey: string;
  readonly onTakeNew: () => void;
}

/** The requested use of a snapshot: a file or a kept copy. */
export interface ExportAsked {
  /** The dialog of an export, that of a copy, or a copy without a dialog. */
  readonly what: 'export' | 'keep' | 'keep-at-once';
  readonly request: ExportRequest;
  /** Set where a caller waits for a copy without a dialog; absent for a copy as the dialog would propose it. */
  readonly copy?: {
    readonly name: string;
    readonly isOfRoutine: boolean;
    readonly onQueued: (queue: ExportQueue, id: string) => void;
  };
}

/** A changed export whose rows are to be compared with those of its snapshot. */
export interface ComparedFiles {
  readonly cacheKey: string;
  /** The export and its certificate. */
  readonly files: readonly File[];
}

/** The dialog that is open: for a new export, for a copy to keep, or for verifying earlier exports. */
interface ExportContextValue {
  /** The service address of the demo, which nothing outside this browser reaches; null without a demo. */
  readonly demoAddress: string | null;
  /** Whether the page's policy allows WebAssembly, as it does only for the analysis. */
  readonly hasWebAssembly: boolean;
  /** Null while nothing is asked for. */
  readonly asked: ExportAsked | null;
  readonly ask: (asked: ExportAsked) => void;
  readonly close: () => void;
  /** The exports of this page; null before the first one. */
  readonly queue: ExportQueue | null;
  readonly setQueue: (queue: ExportQueue | null) => void;
  /** The files to verify; empty while none are chosen, null while the dialog is closed. */
  readonly droppedFiles: readonly File[] | null;
  readonly setDroppedFiles: (files: readonly File[] | null) => void;
  /** The export that waits for the view **Changes** of its snapshot; null without one. */
  readonly comparedFiles: ComparedFiles | null;
  readonly setComparedFiles: (compared: ComparedFiles | null) => void;
  readonly onScreen: SnapshotOnScreen | null;
  /** Reports the snapshot on screen; returns a function to call when the snapshot leaves the screen. */
  readonly showSnapshot: (snapshot: SnapshotOnScreen) => () => void;
}

const ExportContext = createContext<ExportContextValue | null>(null);

interface ExportProviderProps extends Pick<ExportContextValue, 'demoAddress' | 'hasWebAssembly'> {
  readonly children: ReactNode;
}

/** Wraps all screens, so that an export continues across navigation. */
export function ExportProvider({ demoAddress, hasWebAssembly, children }: ExportProviderProps) {
  const [asked, setAsked] = useState<ExportAsked | null>(null);
  const [queue, setQueue] = useState<ExportQueue | null>(null);
  const [droppedFiles, setDroppedFiles] = useState<readonly File[] | null>(null);
  const [comparedFiles, setComparedFiles] = useState<ComparedFiles | null>(null);
  const [onScreen, setOnScreen] = useState<SnapshotOnScreen | null>(null);
  const showSnapshot = useCallback((snapshot: SnapshotOnScreen) => {
    setOnScreen(snapshot);
    return () => setOnScreen((now) => (now === snapshot ? null : now));
  }, []);
  const context = useMemo<ExportContextValue>(
    () => ({
      demoAddress,
      hasWebAssembly,
      asked,
      ask: setAsked,
      close: () => setAsked(null),
      queue,
      setQueue,
      droppedFiles,
      setDroppedFiles,
      comparedFiles,
      setComparedFiles,
      onScreen,
      showSnapshot,
    }),
    [demoAddress, hasWebAssembly, asked, queue, droppedFiles, comparedFiles, onScreen, showSnapshot],
  );
  return <ExportContext value={context}>{children}</ExportContext>;
}

export function useExportContext(): ExportContextValue {
  const context = use(ExportContext);
  if (context === null) throw new Error('There is no ExportProvider above this component.');
  return context;
}
