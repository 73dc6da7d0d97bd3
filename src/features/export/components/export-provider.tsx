import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ExportRequest } from '../model/export-choices';
import type { ExportQueue } from '../run/export-queue';

interface SnapshotOnScreen {
  readonly cacheKey: string;
  readonly onTakeNew: () => void;
}

/** What the user wants to do with a snapshot: export it to a file, or keep a copy of it in the browser. */
export interface ExportAsked {
  /** Whether the export dialog, the copy dialog, or a copy without a dialog is requested. */
  readonly what: 'export' | 'keep' | 'keep-at-once';
  readonly request: ExportRequest;
  /** The copy that a caller waits for, if there is no dialog. If absent, the copy gets its default name. */
  readonly copy?: {
    readonly name: string;
    readonly isOfRoutine: boolean;
    readonly onQueued: (queue: ExportQueue, id: string) => void;
  };
}

/** A changed export whose rows should be compared with the rows of its snapshot. */
export interface ComparedFiles {
  readonly cacheKey: string;
  /** The files of the export, and its certificate. */
  readonly files: readonly File[];
}

/** The state that the export parts share: the dialog that is open, the queue of exports, and files to verify or compare. */
interface ExportContextValue {
  /** The service address of the demo, which only this browser can reach; null without a demo. */
  readonly demoAddress: string | null;
  /** Whether the page's policy allows WebAssembly. It does so only if the analysis is enabled. */
  readonly hasWebAssembly: boolean;
  /** The request for which a dialog is open or a copy begins; null if there is none. */
  readonly asked: ExportAsked | null;
  readonly ask: (asked: ExportAsked) => void;
  readonly close: () => void;
  /** The queue of this page's exports; null before the first export. */
  readonly queue: ExportQueue | null;
  readonly setQueue: (queue: ExportQueue | null) => void;
  /** The files to verify; empty if none are chosen yet, null if the dialog is closed. */
  readonly droppedFiles: readonly File[] | null;
  readonly setDroppedFiles: (files: readonly File[] | null) => void;
  /** The changed export that the **Changes** view has to show when it opens; null if there is none. */
  readonly comparedFiles: ComparedFiles | null;
  readonly setComparedFiles: (compared: ComparedFiles | null) => void;
  readonly onScreen: SnapshotOnScreen | null;
  /** Reports which snapshot is on screen. Call the returned function when the snapshot leaves the screen. */
  readonly showSnapshot: (snapshot: SnapshotOnScreen) => () => void;
}

const ExportContext = createContext<ExportContextValue | null>(null);

interface ExportProviderProps extends Pick<ExportContextValue, 'demoAddress' | 'hasWebAssembly'> {
  readonly children: ReactNode;
}

/** Provides the export state. It wraps all screens, so that an export continues when the user navigates. */
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
