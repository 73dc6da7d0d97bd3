import { useCallback } from 'react';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import type { ExportRequest } from '../model/export-choices';
import { useExportContext } from './export-provider';

export interface CopyToKeep {
  readonly request: ExportRequest;
  readonly name: string;
  /** Whether a routine keeps the copy, and not the user. */
  readonly isOfRoutine: boolean;
  readonly signal: AbortSignal;
  /** Called with the share of the rows written so far, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Returns a function that keeps a copy. It resolves to null on a failure, which the list of exports shows; it rejects if aborted. */
export function useKeepCopy(): (copy: CopyToKeep) => Promise<KeptCopy | null> {
  const { ask } = useExportContext();
  return useCallback(
    ({ request, name, isOfRoutine, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        ask({
          what: 'keep-at-once',
          request,
          copy: {
            name,
            isOfRoutine,
            onQueued: (queue, id) => {
              const stop = queue.subscribe(look);
              signal.addEventListener('abort', cancel, { once: true });
              if (signal.aborted) cancel();
              else look();

              function look(): void {
                const view = queue.getViews().find((each) => each.id === id);
                if (view?.state.status === 'kept') {
                  const { copy } = view.state;
                  settle(() => resolve(copy));
                  queue.remove(id);
                } else if (view === undefined || view.state.status === 'failed') {
                  settle(() => resolve(null));
                } else {
                  onProgress(view.rowsPromised === 0 ? 0 : view.rows / view.rowsPromised);
                }
              }

              function cancel(): void {
                settle(() => reject(signal.reason as Error));
                queue.remove(id);
              }

              function settle(act: () => void): void {
                stop();
                signal.removeEventListener('abort', cancel);
                act();
              }
            },
          },
        });
      }),
    [ask],
  );
}
