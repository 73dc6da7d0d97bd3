/** A file of the browser's private storage. As in browsers, it has only one writer at a time. */
export class FakePrivateFile {
  bytes = new Uint8Array(0);
  isOpen = false;
  /** Whether all written bytes are on the disk. */
  isFlushed = true;

  async getFile(): Promise<File> {
    return new File([this.bytes.slice()], '');
  }

  async createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle> {
    if (this.isOpen) throw new DOMException('', 'NoModificationAllowedError');
    this.isOpen = true;
    const resize = (size: number) => {
      const resized = new Uint8Array(size);
      resized.set(this.bytes.subarray(0, size));
      this.bytes = resized;
    };
    const handle: Partial<FileSystemSyncAccessHandle> = {
      getSize: () => this.bytes.length,
      truncate: resize,
      flush: () => {
        this.isFlushed = true;
      },
      close: () => {
        this.isOpen = false;
      },
      write: (source, { at = 0 } = {}) => {
        this.isFlushed = false;
        const bytes = source as Uint8Array;
        if (at + bytes.length > this.bytes.length) resize(at + bytes.length);
        this.bytes.set(bytes, at);
        return bytes.length;
      },
      read: (target, { at = 0 } = {}) => {
        const found = this.bytes.subarray(at, at + target.byteLength);
        (target as Uint8Array).set(found);
        return found.length;
      },
    };
    return handle as FileSystemSyncAccessHandle;
  }

  async createWritable(): Promise<FileSystemWritableFileStream> {
    const writable: Partial<FileSystemWritableFileStream> = {
      write: async (content) => {
        this.bytes = (content as Uint8Array).slice();
      },
      close: async () => undefined,
    };
    return writable as FileSystemWritableFileStream;
  }
}

/** A folder of the browser's private storage, in memory. */
export class FakePrivateFolder {
  readonly entries = new Map<string, FakePrivateFolder | FakePrivateFile>();

  /** The folder as the code under test receives it. */
  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle;
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<FakePrivateFolder> {
    return this.#entry(name, FakePrivateFolder, create);
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<FakePrivateFile> {
    return this.#entry(name, FakePrivateFile, create);
  }

  async removeEntry(name: string): Promise<void> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new DOMException('', 'NotFoundError');
    if (isInUse(entry)) throw new DOMException('', 'NoModificationAllowedError');
    this.entries.delete(name);
  }

  async *keys(): AsyncGenerator<string> {
    // The names are copied, because entries may be removed during the iteration.
    const names = [...this.entries.keys()];
    yield* names;
  }

  /** Returns all files in this folder and below, in the order of creation. */
  files(): FakePrivateFile[] {
    return [...this.entries.values()].flatMap((entry) =>
      entry instanceof FakePrivateFolder ? entry.files() : [entry],
    );
  }

  #entry<Entry extends FakePrivateFolder | FakePrivateFile>(
    name: string,
    Kind: new () => Entry,
    create: boolean,
  ): Entry {
    const found = this.entries.get(name);
    if (found instanceof Kind) return found;
    if (!create) throw new DOMException('', 'NotFoundError');
    const made = new Kind();
    this.entries.set(name, made);
    return made;
  }
}

function isInUse(entry: FakePrivateFolder | FakePrivateFile): boolean {
  return entry instanceof FakePrivateFile ? entry.isOpen : entry.files().some(({ isOpen }) => isOpen);
}
