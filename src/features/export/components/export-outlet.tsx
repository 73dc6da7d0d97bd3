import { lazy, Suspense, useEffect, useState } from 'react';
import { useExportDoor } from './export-provider';
import { useFileDrop } from './use-file-drop';
import { hasStagedExports } from '../run/has-staged-exports';

const VerifyDialog = lazy(async () => ({ default: (await import('./verify-dialog')).VerifyDialog }));
const ExportDesk = lazy(async () => ({ default: (await import('./export-desk')).ExportDesk }));

/** Where exports show in the frame. Their code comes with the first export, or where a reload has left one. */
export function ExportOutlet() {
  const { request, broughtFiles, bring } = useExportDoor();
  useFileDrop(bring);
  const [isNeeded, setNeeded] = useState(false);
  if (request !== null && !isNeeded) setNeeded(true);
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
    <Suspense>
      {isNeeded && <ExportDesk />}
      {broughtFiles !== null && (
        <VerifyDialog
          files={broughtFiles}
          onFiles={bring}
          onClose={() => {
            bring(null);
          }}
        />
      )}
    </Suspense>
  );
}
