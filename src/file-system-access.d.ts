// What TypeScript's library for pages lacks: it knows these for workers alone, or not at all.

interface FileSystemSyncAccessHandle {
  close(): void;
  flush(): void;
  getSize(): number;
  read(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
  truncate(newSize: number): void;
  /** How many bytes were written. */
  write(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
}

interface FileSystemFileHandle {
  /** In workers only. */
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
  /** Chromium only. */
  remove(): Promise<void>;
}

interface FileSystemDirectoryHandle {
  keys(): AsyncIterableIterator<string>;
}

interface Window {
  /** Chromium only. Rejects with an AbortError when the person closes the dialog. */
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  /** As above. */
  showDirectoryPicker(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}
