import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  FileProblemError,
  type FileOutline,
  type FileProblem,
  type OutlineChoices,
} from '@/analysis/source-files/file-outline';
import { readFileOutline, type ReadOutlineOptions } from '@/analysis/source-files/read-file';

type OutlineState =
  | { readonly status: 'none' }
  /** `share`: the share of the file that was read, from 0 to 1; null if it is unknown. */
  | { readonly status: 'reading'; readonly share: number | null }
  | { readonly status: 'problem'; readonly problem: FileProblem; readonly choices: OutlineChoices }
  | {
      readonly status: 'outlined';
      /** An id that is unique for each file and each way of reading it. */
      readonly id: number;
      readonly outline: FileOutline;
      readonly choices: OutlineChoices;
      /** The choice that caused the file to be read again; null for a file that was just chosen. */
      readonly changed: keyof OutlineChoices | null;
    };

interface FileOutlineReading {
  readonly files: readonly File[];
  readonly state: OutlineState;
  /** Reads other files instead of the current ones; an empty list stops reading. */
  readonly open: (files: readonly File[]) => void;
  /** Reads the same files in another way. `changed`: the latest choice. */
  readonly choose: (choices: OutlineChoices, changed: keyof OutlineChoices | null) => void;
}

const NO_FILES: readonly File[] = [];

let lastId = 0;

/** Reads the outline of the chosen files. It begins with the `offered` files, and ends when the component unmounts. */
export function useFileOutline(offered: readonly File[] = NO_FILES): FileOutlineReading {
  const [files, setFiles] = useState(offered);
  const [state, setState] = useState<OutlineState>({ status: 'none' });
  const reading = useRef<AbortController | null>(null);
  const readOffered = useEffectEvent(() => {
    if (offered.length > 0) read(offered, {}, null);
  });
  useEffect(() => {
    readOffered();
    return () => reading.current?.abort();
  }, []);

  function read(
    chosen: readonly File[],
    choices: OutlineChoices,
    changed: keyof OutlineChoices | null,
  ): void {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setFiles(chosen);
    setState(chosen.length === 0 ? { status: 'none' } : { status: 'reading', share: null });
    if (chosen.length === 0) return;
    const { signal } = controller;
    const showIfWanted = (next: OutlineState) => {
      if (!signal.aborted) setState(next);
    };
    const show = async (): Promise<void> => {
      const onProgress = (share: number) => showIfWanted({ status: 'reading', share });
      showIfWanted(await outlined(chosen, choices, changed, { signal, onProgress }));
    };
    void show();
  }

  return {
    files,
    state,
    open: (chosen) => read(chosen, {}, null),
    choose: (choices, changed) => read(files, choices, changed),
  };
}

async function outlined(
  files: readonly File[],
  choices: OutlineChoices,
  changed: keyof OutlineChoices | null,
  options: ReadOutlineOptions,
): Promise<OutlineState> {
  try {
    const outline = await readFileOutline(files, choices, options);
    lastId += 1;
    return { status: 'outlined', id: lastId, outline, choices, changed };
  } catch (error) {
    return { status: 'problem', problem: problemOf(error), choices };
  }
}

function problemOf(error: unknown): FileProblem {
  return error instanceof FileProblemError ? error.problem : { kind: 'damaged', damage: null };
}
