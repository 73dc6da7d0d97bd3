import { pageEvents } from '../diagnostics/event-log';
import { workerFaultText } from '../diagnostics/fault-text';
import { NotLoadedError } from '../page-version/not-loaded';
import { pageVersion } from '../page-version/page-version';

/** Calls back when a worker has failed. Subscribe before any `await`: a missing script fails soon. */
export function onWorkerEnd(worker: Worker, onEnd: (error: Error) => void): void {
  worker.addEventListener('error', (event: Event) => {
    // A script that cannot be loaded has no message; an error that the script throws has one.
    if (event instanceof ErrorEvent) {
      pageEvents.note('fault', workerFaultText(event));
      return onEnd(new Error(event.message));
    }
    pageEvents.note('file', 'the script of a worker was not loaded');
    void pageVersion.check();
    onEnd(new NotLoadedError('The script of a worker could not be loaded.'));
  });
}
