import { useEffect, useState } from 'react';
import type { Messages } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { useExportDoor } from './export-provider';
import { useFileDrop } from './use-file-drop';
import { hasStagedExports } from '../run/has-staged-exports';

const VerifyDialog = lazyPart(async () => ({
  Part: (await import('./verify-dialog')).VerifyDialog,
  english: await loadWords(),
}));
const ExportDesk = lazyPart(async () => ({
  Part: (await import('./export-desk')).ExportDesk,
  english: await loadWords(),
}));

const DropHint = lazyPart(async () => ({
  Part: (await import('./drop-hint')).DropHint,
  english: await loadWords(),
}));

async function loadWords(): Promise<Pick<Messages, 'export'>> {
  return { export: (await import('@/shared/i18n/messages/en/export.json')).default };
}

/** Where exports show in the frame. Their code comes with the first export, or where a reload has left one. */
export function ExportOutlet() {
  const { request, close, broughtFiles, bring } = useExportDoor();
  const isFileOver = useFileDrop(bring);
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
    <>
      {isNeeded && (
        <ExportDesk
          onGiveUp={() => {
            close();
            setNeeded(false);
          }}
        />
      )}
      {isFileOver && <DropHint />}
      {broughtFiles !== null && (
        <VerifyDialog
          files={broughtFiles}
          onFiles={bring}
          onClose={() => {
            bring(null);
          }}
        />
      )}
    </>
  );
}
