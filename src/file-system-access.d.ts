// Types that TypeScript's DOM library lacks, because it has them only for workers or not at all.

interface FileSystemSyncAccessHandle {
  close(): void;
  flush(): void;
  getSize(): number;
  read(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
  truncate(newSize: number): void;
  /** Returns the number of bytes that were written. */
  write(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
}

interface FileSystemFileHandle {
  /** Exists only in workers. */
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
  /** Exists only in Chromium. */
  remove(): Promise<void>;
}

interface FileSystemDirectoryHandle {
  keys(): AsyncIterableIterator<string>;
}

interface Window {
  /** Exists only in Chromium. Rejects with an AbortError if the user closes the dialog. */
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  /** Exists only in Chromium. Rejects with an AbortError if the user closes the dialog. */
  showDirectoryPicker(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}
