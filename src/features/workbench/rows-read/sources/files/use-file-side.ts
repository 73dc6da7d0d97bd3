import { useEffect, useState } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { OpenSnapshot } from '../../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import type { Reading } from '../../reading/use-reading';
import { FileProblemError, type FileProblem } from './file-outline';
import { openFileRows } from './open-file-rows';
import { addFile, type AddedFile, type MappedFile } from './read-file';

/** The rows of a file, on their way into the engine of a reading. */
export type FileSideState =
  /** The rows of the reading come first. */
  | { readonly status: 'waiting' }
  | { readonly status: 'reading'; readonly rowCount: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'problem'; readonly problem: FileProblem }
  /** The engine has failed. */
  | { readonly status: 'failed' }
  | { readonly status: 'done'; readonly added: AddedFile; readonly opened: OpenSnapshot };

export interface FileSide {
  readonly state: FileSideState;
  /** Differs for every reading of a file. */
  readonly id: string;
  /** Cancels the reading and releases the rows read so far. */
  readonly cancel: () => void;
  /** Reads the file from its beginning. */
  readonly retry: () => void;
}

/**
 * Reads a file into the engine of a reading, once all rows of that are there, and again when the reading has started over.
 * The rows of the file are released when the component is unmounted; mount another one for another file.
 */
export function useFileSide(
  file: MappedFile,
  { store, state: reading, budgetBytes }: Pick<Reading, 'store' | 'state' | 'budgetBytes'>,
  isReady: boolean,
): FileSide {
  const { priceColumn } = useWorkbenchScope();
  const [attempt, setAttempt] = useState(0);
  const [isCancelled, setIsCancelled] = useState(false);
  const [shown, setShown] = useState<{ readonly of: string; readonly state: FileSideState } | null>(null);
  const id = `${reading.run} ${attempt}`;
  useEffect(() => {
    if (!isReady || isCancelled) return undefined;
    return startReading(file, store, priceColumn, budgetBytes, (state) => setShown({ of: id, state }));
  }, [file, store, priceColumn, budgetBytes, isReady, isCancelled, id]);

  const state: FileSideState = shown?.of === id ? shown.state : { status: 'waiting' };
  return {
    id,
    state: isCancelled ? { status: 'cancelled' } : isReady ? state : { status: 'waiting' },
    cancel: () => setIsCancelled(true),
    retry: () => {
      setIsCancelled(false);
      setAttempt(attempt + 1);
    },
  };
}

/** Returns a function that ends it and releases the rows. */
function startReading(
  file: MappedFile,
  store: Reading['store'],
  priceColumn: PriceColumn,
  budgetBytes: number,
  onState: (state: FileSideState) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const connection = store.share();
  const show = (state: FileSideState) => {
    if (!signal.aborted) onState(state);
  };
  const read = async (): Promise<void> => {
    show({ status: 'reading', rowCount: 0 });
    const added = await addFile(connection, file, {
      priceColumn: priceColumn.name,
      fields: priceColumn.fields,
      budgetBytes,
      signal,
      onProgress: (rowCount) => show({ status: 'reading', rowCount }),
    });
    const opened = await openFileRows(file, added, connection, priceColumn, signal);
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
