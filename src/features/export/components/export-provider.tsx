import { createContext, use, useMemo, useState, type ReactNode } from 'react';
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
  const door = useMemo<ExportDoor>(
    () => ({
      request,
      open: setRequest,
      close: () => {
        setRequest(null);
      },
      broughtFiles,
      bring: setBroughtFiles,
    }),
    [request, broughtFiles],
  );
  return <ExportDoorContext value={door}>{children}</ExportDoorContext>;
}

export function useExportDoor(): ExportDoor {
  const door = use(ExportDoorContext);
  if (door === null) throw new Error('There is no ExportProvider above this component.');
  return door;
}
