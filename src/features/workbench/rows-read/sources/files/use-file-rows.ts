import { useEffect, useState } from 'react';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope, type Workbench } from '../../../controller/use-workbench';
import { ownColumnField } from '@/analysis/conditions/own-column';
import type { Reading } from '../../reading/use-reading';
import { FileProblemError, type FileProblem } from '@/analysis/source-files/file-outline';
import { openFileRows } from '@/analysis/source-files/open-file-rows';
import { addFile, type AddedFile, type MappedFile } from '@/analysis/source-files/read-file';

export type FileRowsState =
  /** The file waits until the rows on screen are read. */
  | { readonly status: 'waiting' }
  | { readonly status: 'reading'; readonly rowCount: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'problem'; readonly problem: FileProblem }
  | { readonly status: 'failed' }
  | { readonly status: 'done'; readonly added: AddedFile; readonly opened: OpenSnapshot };

export interface FileRows {
  readonly state: FileRowsState;
  /** An id that is unique for each time that a file is read. */
  readonly id: string;
  /** Cancels the reading, and releases the rows that were read so far. */
  readonly cancel: () => void;
  readonly retry: () => void;
}

/** Reads a file after a reading has all its rows, and again if that reading starts again. Without a file, nothing is read. */
export function useFileRows(
  file: MappedFile | null,
  { store, state: reading, budgetBytes }: Pick<Reading, 'store' | 'state' | 'budgetBytes'>,
  isReady: boolean,
): FileRows {
  const { priceColumn, rowFields } = useWorkbenchScope();
  const [attempt, setAttempt] = useState(FIRST_ATTEMPT);
  const [shown, setShown] = useState<{ readonly of: string; readonly state: FileRowsState } | null>(null);
  const { count, isCancelled } = attempt;
  const id = `${reading.run} ${count}`;
  // Another file starts a new attempt.
  if (attempt.file !== file) setAttempt({ file, count: count + 1, isCancelled: false });
  useEffect(() => {
    if (file === null || !isReady || isCancelled) return undefined;
    return startReading(file, store, { priceColumn, rowFields }, budgetBytes, (state) =>
      setShown({ of: id, state }),
    );
  }, [file, store, priceColumn, rowFields, budgetBytes, isReady, isCancelled, id]);

  const state: FileRowsState = shown?.of === id ? shown.state : { status: 'waiting' };
  return {
    id,
    state: isCancelled ? { status: 'cancelled' } : isReady ? state : { status: 'waiting' },
    cancel: () => setAttempt({ file, count, isCancelled: true }),
    retry: () => setAttempt({ file, count: count + 1, isCancelled: false }),
  };
}

interface Attempt {
  readonly file: MappedFile | null;
  /** The number of the attempt, starting at 0. */
  readonly count: number;
  readonly isCancelled: boolean;
}

const FIRST_ATTEMPT: Attempt = { file: null, count: 0, isCancelled: false };

/** Starts to read a file. Returns a function that ends the reading and releases its rows. */
function startReading(
  file: MappedFile,
  store: Reading['store'],
  { priceColumn, rowFields }: Pick<Workbench, 'priceColumn' | 'rowFields'>,
  budgetBytes: number,
  onState: (state: FileRowsState) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const connection = store.share();
  const show = (state: FileRowsState) => {
    if (!signal.aborted) onState(state);
  };
  const { own } = file.mapping;
  const fields = own?.map(ownColumnField) ?? rowFields;
  const read = async (): Promise<void> => {
    show({ status: 'reading', rowCount: 0 });
    const added = await addFile(connection, file, {
      priceColumn: priceColumn.name,
      fields,
      budgetBytes,
      signal,
      onProgress: (rowCount) => show({ status: 'reading', rowCount }),
    });
    const opened = await openFileRows(file, added, connection, { ...priceColumn, fields }, signal);
    show({ status: 'done', added, opened });
  };
  read().catch((error: unknown) => {
    show(
      error instanceof FileProblemError
        ? { status: 'problem', problem: error.problem }
        : { status: 'failed' },
    );
  });
  return () => {
    controller.abort();
    connection.terminate();
  };
}
