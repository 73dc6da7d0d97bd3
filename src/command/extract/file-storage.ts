import { closeSync, fsyncSync, openAsBlob, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ExportError } from '@/features/export/model/export-failure';
import type { ExportedFile } from '@/features/export/worker/file-writer';
import type { ExportStorage } from '@/features/export/worker/export-storage';
import { errorCode } from '../files';

/** The files of an export, under temporary names beside their own until they are complete. */
export interface FileStorage extends ExportStorage {
  /** Gives the files of a complete export their names. */
  readonly commit: (files: readonly ExportedFile[]) => Promise<void>;
  /** Removes what is not committed, at once. */
  readonly removeAll: () => void;
}

/** Smaller writes cost more calls of the system than bytes. */
const BUFFER_BYTES = 1 << 18;

/** `folder` exists. Errors of the disk become ExportError `no-space`, or are thrown as they are. `mode`: of new files. */
export function createFileStorage(folder: string, runId: string, mode = 0o666): FileStorage {
  const open = new Map<string, number>();
  const staged = new Map<Blob, string>();
  const temporaryPath = (part: string) => path.join(folder, `.colonnade-${runId}-${part}.part`);

  function create(part: string) {
    const file = temporaryPath(part);
    close(file);
    open.set(
      file,
      onDisk(() => openSync(file, 'w+', mode)),
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
        // A power cut must not leave a complete name with half of its content.
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
      // A run that was ended has left nothing behind.
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
          // The certificate beside a file, which is in memory.
          from = track(`beside-${ordinal}`);
          const { write, end } = writer(from);
          write(new Uint8Array(await content.arrayBuffer()));
          end();
        }
        moves.push([from, path.join(folder, name)]);
      }
      // The file comes last: once it is there, all that belongs to it is.
      for (const [from, to] of moves.toReversed()) {
        renameSync(from, to);
        created.delete(from);
      }
      removeAll();
    },
    removeAll,
  };
}

function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error))) throw new ExportError({ kind: 'no-space' });
    throw error;
  }
}
