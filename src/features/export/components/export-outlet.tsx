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

/** The export screens in the app shell. Loads their code with the first export, or if a reload has left one. */
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

/** Accepts files dropped anywhere, to which browsers would navigate. Returns true while files are dragged over the page. */
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
      // Null when the drag leaves the window instead of entering another element.
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
