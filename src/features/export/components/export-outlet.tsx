import { lazy, Suspense, useEffect, useState } from 'react';
import { useExportDoor } from './export-provider';
import { hasStagedExports } from '../run/has-staged-exports';

const ExportDesk = lazy(async () => ({ default: (await import('./export-desk')).ExportDesk }));

/** Where exports show in the frame. Their code comes with the first export, or where a reload has left one. */
export function ExportOutlet() {
  const { request } = useExportDoor();
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
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ExportDesk />
    </Suspense>
  );
}
