import { useEffect, useState } from 'react';
import { lazyPart } from '@/ui/components/lazy-part';
import { useExportContext } from './export-provider';
import { hasStagedExports } from '../worker/staging-directory';

const VerifyDialog = lazyPart(async () => ({
  Part: (await import('./verify-dialog')).VerifyDialog,
}));
const ExportHost = lazyPart(async () => ({
  Part: (await import('./export-host')).ExportHost,
}));

const DropHint = lazyPart(async () => ({
  Part: (await import('./drop-hint')).DropHint,
}));

/** Renders the export dialogs and the tray. Their code is loaded with the first export, or if a reload has left one unfinished. */
export function ExportOutlet() {
  const { asked, close, droppedFiles, setDroppedFiles } = useExportContext();
  const isFileOver = useFileDrop(setDroppedFiles);
  const [isNeeded, setNeeded] = useState(false);
  if (asked !== null && !isNeeded) setNeeded(true);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      if ((await hasStagedExports()) && isHere) setNeeded(true);
    };
    void look();
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <>
      {isNeeded && (
        <ExportHost
          onGiveUp={() => {
            close();
            setNeeded(false);
          }}
        />
      )}
      {isFileOver && <DropHint />}
      {droppedFiles !== null && (
        <VerifyDialog
          files={droppedFiles}
          onFiles={setDroppedFiles}
          onClose={() => {
            setDroppedFiles(null);
          }}
        />
      )}
    </>
  );
}

/** Accepts files dropped anywhere on the page, which browsers would otherwise open. Returns true while files are dragged over it. */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // `relatedTarget` is null if the pointer leaves the window, and an element if it only moves to another element.
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', take);
    };
  }, [onFiles]);
  return isOver;
}
