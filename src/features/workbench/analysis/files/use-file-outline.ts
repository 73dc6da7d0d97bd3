import { useEffect, useRef, useState } from 'react';
import { FileProblemError, type FileOutline, type FileProblem, type OutlineChoices } from './file-outline';
import { readFileOutline } from './read-file';

export type OutlineState =
  | { readonly status: 'none' }
  | { readonly status: 'reading' }
  | { readonly status: 'problem'; readonly problem: FileProblem }
  | {
      readonly status: 'outlined';
      /** Differs for every file, and for every other way to read one. */
      readonly id: number;
      readonly outline: FileOutline;
      readonly choices: OutlineChoices;
    };

export interface FileOutlineReading {
  readonly files: readonly File[];
  readonly state: OutlineState;
  /** Reads other files in place of those before; none to read no more. */
  readonly open: (files: readonly File[]) => void;
  /** Reads the same files in another way. */
  readonly choose: (choices: OutlineChoices) => void;
}

let lastId = 0;

/** Reads what chosen files say of themselves; the reading ends with the component. */
export function useFileOutline(): FileOutlineReading {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [state, setState] = useState<OutlineState>({ status: 'none' });
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);

  function read(chosen: readonly File[], choices: OutlineChoices): void {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setFiles(chosen);
    setState({ status: chosen.length === 0 ? 'none' : 'reading' });
    if (chosen.length === 0) return;
    const show = async (): Promise<void> => {
      const next = await outlined(chosen, choices, controller.signal);
      if (!controller.signal.aborted) setState(next);
    };
    void show();
  }

  return {
    files,
    state,
    open: (chosen) => read(chosen, {}),
    choose: (choices) => read(files, choices),
  };
}

async function outlined(
  files: readonly File[],
  choices: OutlineChoices,
  signal: AbortSignal,
): Promise<OutlineState> {
  try {
    const outline = await readFileOutline(files, choices, signal);
    lastId += 1;
    return { status: 'outlined', id: lastId, outline, choices };
  } catch (error) {
    return { status: 'problem', problem: problemOf(error) };
  }
}

function problemOf(error: unknown): FileProblem {
  return error instanceof FileProblemError ? error.problem : { kind: 'damaged' };
}
