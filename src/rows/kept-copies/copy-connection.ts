import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { createSpareWorkers } from '@/ui/workers/spare-worker';
import { calledWorker, createWorkerCalls, type CalledWorker } from '@/ui/workers/worker-calls';
import { CopyError, type CopyFailure } from './copy-failure';
import type { WriteCopy } from './keep-copy';
import type { CopyCommand, CopyResults } from './worker/serve-copies';

type Kind = CopyCommand['kind'];
type Of<K extends Kind> = Omit<Extract<CopyCommand, { kind: K }>, 'kind'>;

export type CopyWorker = CalledWorker<CopyCommand, CopyResults[Kind], CopyFailure>;

/** A worker that writes or reads the file of one kept copy (rows saved in this browser). */
export interface CopyConnection {
  /** Commands reject with a CopyError. Aborting a command terminates the worker and all its other commands. */
  readonly write: (command: Of<'write'>, signal?: AbortSignal) => Promise<CopyResults['write']>;
  readonly open: (command: Of<'open'>, signal?: AbortSignal) => Promise<CopyResults['open']>;
  readonly rows: (command: Of<'rows'>) => Promise<CopyResults['rows']>;
  readonly page: (command: Of<'page'>) => Promise<CopyResults['page']>;
  readonly columns: (command: Of<'columns'>) => Promise<CopyResults['columns']>;
  /** Ends the worker. Pending commands reject with an AbortError. */
  readonly terminate: () => void;
}

export function connectCopies(startWorker: () => CopyWorker = startCopyWorker): CopyConnection {
  const { call, end } = createWorkerCalls<CopyCommand, CopyResults, CopyFailure>(startWorker(), {
    errorOf: (failure) => new CopyError(failure),
    onCrash: (error) => {
      const failure = isNotLoaded(error)
        ? ({ kind: 'not-loaded' } as const)
        : ({ kind: 'fault', detail: 'worker' } as const);
      end(new CopyError(failure));
    },
  });
  return {
    write: (command, signal) => call({ kind: 'write', ...command }, { signal }),
    open: (command, signal) => call({ kind: 'open', ...command }, { signal }),
    rows: (command) => call({ kind: 'rows', ...command }),
    page: (command) => call({ kind: 'page', ...command }),
    columns: (command) => call({ kind: 'columns', ...command }),
    terminate: () => end(new DOMException('The copy was closed.', 'AbortError')),
  };
}

/** Writes the file of a copy in a separate worker, which ends afterwards. */
export const writeCopy: WriteCopy = async (place, content, signal) => {
  const connection = connectCopies();
  try {
    return await connection.write({ place, content }, signal);
  } finally {
    connection.terminate();
  }
};

const workers = createSpareWorkers(
  () => new Worker(new URL('./worker/copies-worker.ts', import.meta.url), { type: 'module' }),
);

function startCopyWorker(): CopyWorker {
  return calledWorker(workers.take());
}
