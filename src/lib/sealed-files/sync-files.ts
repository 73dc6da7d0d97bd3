/**
 * Whether this browser lets workers write private files, as the console does. Call it in a worker: only workers have this
 * interface. WebKit on Linux has private folders, but no such files.
 */
export function hasSyncFiles(): boolean {
  return (
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
  );
}
