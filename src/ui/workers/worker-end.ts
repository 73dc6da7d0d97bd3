import { pageEvents } from '../diagnostics/event-log';
import { workerFaultText } from '../diagnostics/fault-text';
import { NotLoadedError } from '../page-version/not-loaded';
import { pageVersion } from '../page-version/page-version';

/** Calls `onEnd` when a worker has failed. Call it before any `await`, because a missing script fails soon after the start. */
export function onWorkerEnd(worker: Worker, onEnd: (error: Error) => void): void {
  worker.addEventListener('error', (event: Event) => {
    // If the script cannot be loaded, the event has no message. If the script throws an error, it has one.
    if (event instanceof ErrorEvent) {
      pageEvents.note('fault', workerFaultText(event));
      return onEnd(new Error(event.message));
    }
    pageEvents.note('file', 'the script of a worker was not loaded');
    void pageVersion.check();
    onEnd(new NotLoadedError('The script of a worker could not be loaded.'));
  });
}
