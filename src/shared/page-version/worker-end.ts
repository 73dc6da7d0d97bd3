import { NotLoadedError } from './not-loaded';
import { pageVersion } from './page-version';

/**
 * Calls back when a worker has failed. Subscribe before awaiting anything: the error for a script that is gone with its
 * version is dispatched soon after the start. It becomes a `NotLoadedError`, and triggers a check for a new version.
 */
export function onWorkerEnd(worker: Worker, onEnd: (error: Error) => void): void {
  worker.addEventListener('error', (event: Event) => {
    // A script that cannot be loaded has no message; an error that the script throws has one.
    if (event instanceof ErrorEvent) return onEnd(new Error(event.message));
    void pageVersion.check();
    onEnd(new NotLoadedError('The script of a worker could not be loaded.'));
  });
}
