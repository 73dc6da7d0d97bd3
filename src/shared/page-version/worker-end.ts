import { NotLoadedError } from './not-loaded';
import { pageVersion } from './page-version';

/**
 * Calls back when a worker has ended by an error. Listen before anything else is awaited: a script that is gone with its
 * version is told of soon after the start. That is a `NotLoadedError`, and a reason to look for a new version.
 */
export function onWorkerEnd(worker: Worker, onEnd: (error: Error) => void): void {
  worker.addEventListener('error', (event: Event) => {
    // A script that cannot be loaded has nothing to tell; an error that the script throws comes with its message.
    if (event instanceof ErrorEvent) return onEnd(new Error(event.message));
    void pageVersion.check();
    onEnd(new NotLoadedError('The script of a worker could not be loaded.'));
  });
}
