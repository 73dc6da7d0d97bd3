/**
 * Whether this browser's private files can be written as a worker of the console does; only there to be asked. WebKit on Linux
 * has folders, and no such files.
 */
export function hasSyncFiles(): boolean {
  return (
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
  );
}
