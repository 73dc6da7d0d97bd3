import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openAsBlob,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { ExportError } from '@/features/export/model/export-failure';
import type { ExportedFile } from '@/features/export/worker/file-writer';
import type { ExportStorage } from '@/features/export/worker/export-storage';
import { CommandError } from '../command-problem';
import { errorCode } from '../files';

/** Stores the files of an export. Until they are complete, they have temporary names in the same folder. */
export interface FileStorage extends ExportStorage {
  /** Gives the files of a complete export their final names. */
  readonly commit: (files: readonly ExportedFile[]) => Promise<void>;
  /** Returns why the disk refused a file; null if it refused none. The export's worker reports only a general error. */
  readonly problem: () => CommandError | null;
  /** Synchronously removes all files that have no final name yet. */
  readonly removeAll: () => void;
}

/** The size of a write buffer. With smaller writes, the system calls would take longer than the bytes. */
const BUFFER_BYTES = 1 << 18;

/** The mode of a file that will replace another: only the owner can read it until it gets the mode of the replaced file. */
const OWN_MODE = 0o600;

export interface OwnFile {
  /** The folder of the files, which must exist. */
  readonly folder: string;
  /** The name of the file, or of the first of several. */
  readonly name: string;
  /** The mode of new files; if absent, the system's default. A file that replaces another gets the mode of that file. */
  readonly mode?: number | undefined;
}

/** Creates the storage. A full disk causes ExportError `no-space`; other system errors, a CommandError that names the final file. */
export function createFileStorage({ folder, name, mode = 0o666 }: OwnFile, runId: string): FileStorage {
  const target = path.join(folder, name);
  const replaced = statSync(target, { throwIfNoEntry: false });
  let problem: CommandError | null = null;
  const onDisk = <T>(work: () => T): T => onDiskOf(target, work);

  /** Runs `work`. `file` is the final path, which errors name instead of the temporary one. */
  function onDiskOf<T>(file: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = errorCode(error);
      if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) throw new ExportError({ kind: 'no-space' });
      problem = new CommandError({ kind: 'unwritable-file', file, code });
      throw problem;
    }
  }
  const open = new Map<string, number>();
  const staged = new Map<Blob, string>();
  const temporaryPath = (part: string) => path.join(folder, `.colonnade-${runId}-${part}.part`);

  function create(part: string) {
    const file = temporaryPath(part);
    close(file);
    open.set(
      file,
      onDisk(() => openSync(file, 'w+', replaced === undefined ? mode : OWN_MODE)),
    );
    return file;
  }

  function close(file: string): void {
    const descriptor = open.get(file);
    if (descriptor !== undefined) closeSync(descriptor);
    open.delete(file);
  }

  function writer(file: string) {
    const buffer = new Uint8Array(BUFFER_BYTES);
    let buffered = 0;
    let size = 0;
    const descriptor = () => open.get(file) ?? -1;
    const put = (bytes: Uint8Array) => {
      onDisk(() => {
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor(), bytes, at);
      });
    };
    const flush = () => {
      put(buffer.subarray(0, buffered));
      buffered = 0;
    };
    return {
      write: (bytes: Uint8Array<ArrayBuffer>) => {
        size += bytes.length;
        if (buffered + bytes.length > BUFFER_BYTES) flush();
        if (bytes.length > BUFFER_BYTES) {
          put(bytes);
          return;
        }
        buffer.set(bytes, buffered);
        buffered += bytes.length;
      },
      size: () => size,
      end: () => {
        flush();
        // Waits for the disk, so that after a power cut no file with its final name has only half of its content.
        onDisk(() => fsyncSync(descriptor()));
        close(file);
      },
    };
  }

  function removeAll(): void {
    for (const file of open.keys()) close(file);
    for (const file of created) rmSync(file, { force: true });
    created.clear();
  }

  const created = new Set<string>();
  const track = (part: string) => {
    const file = create(part);
    created.add(file);
    return file;
  };

  return {
    async *storedPages() {
      // No pages are stored, because a run leaves no files behind that a later run could continue.
    },
    storePage: () => undefined,
    createFile: async (ordinal) => {
      const file = track(String(ordinal));
      const { write, size, end } = writer(file);
      return {
        write,
        size,
        finish: async () => {
          end();
          const content = await openAsBlob(file);
          staged.set(content, file);
          return { content, seal: null, size: size() };
        },
      };
    },
    createScratch: async () => {
      const file = track('keys');
      let blockBytes = 0;
      let written = 0;
      return {
        write: (block) => {
          blockBytes = block.length;
          onDisk(() => {
            for (let at = 0; at < block.length;) {
              at += writeSync(open.get(file) ?? -1, block, at, block.length - at, written + at);
            }
          });
          written += block.length;
        },
        read: async (block) => {
          const bytes = new Uint8Array(blockBytes);
          readSync(open.get(file) ?? -1, bytes, 0, blockBytes, block * blockBytes);
          return bytes;
        },
      };
    },
    ready: async () => undefined,
    close: async () => undefined,
    discard: async () => removeAll(),
    commit: async (files) => {
      const moves: (readonly [from: string, to: string])[] = [];
      for (const [ordinal, { name, content }] of files.entries()) {
        let from = staged.get(content);
        if (from === undefined) {
          // A separate certificate is still in memory, so its file is written now.
          from = track(`beside-${ordinal}`);
          const { write, end } = writer(from);
          write(new Uint8Array(await content.arrayBuffer()));
          end();
        }
        moves.push([from, path.join(folder, name)]);
      }
      const placed: string[] = [];
      try {
        // The file with the rows is renamed last, so that its certificate already exists when the file appears.
        for (const [from, to] of moves.toReversed()) {
          onDiskOf(to, () => {
            const before = statSync(to, { throwIfNoEntry: false }) ?? replaced;
            if (before !== undefined) giveRights(from, before);
            renameSync(from, to);
          });
          created.delete(from);
          placed.push(to);
        }
      } catch (error) {
        // Removes the new certificate if its file is missing, because it would seem to belong to the earlier file.
        for (const file of placed) rmSync(file, { force: true });
        throw error;
      }
      removeAll();
    },
    problem: () => problem,
    removeAll,
  };
}

/** Gives a new file the mode and owner of the file that it replaces. */
function giveRights(file: string, { mode, uid, gid }: Stats): void {
  // On Windows, the mode of a file does not express these rights.
  if (process.platform === 'win32') return;
  const own = statSync(file);
  let rights = mode & 0o777;
  if (own.uid !== uid || own.gid !== gid) {
    try {
      // Only the superuser can give a file to another account.
      chownSync(file, process.getuid?.() === 0 ? uid : own.uid, gid);
    } catch {
      // Removes the rights of the group, because the file has another group now.
      rights &= ~0o070;
    }
  }
  chmodSync(file, rights);
}
