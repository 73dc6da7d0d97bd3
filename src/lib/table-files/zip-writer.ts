import type { ByteSink } from './table-encoder';
import { MAX_ZIP_BYTES } from './xlsx-limits';

/** A file in the archive, which is written sequentially. */
export interface ZipEntry {
  /** Writes bytes. Resolves when more bytes can be written. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Writes a ZIP archive as a stream, one entry at a time. */
export interface ZipWriter {
  readonly open: (name: string) => ZipEntry;
  readonly add: (name: string, text: string) => Promise<void>;
  /** Writes the central directory, which completes the archive. */
  readonly finish: () => void;
}

/** Thrown if an archive or an entry exceeds the 32-bit sizes of the ZIP format. */
export class ArchiveTooLargeError extends Error {
  override readonly name = 'ArchiveTooLargeError';
  constructor() {
    super('The archive is too large.');
  }
}

const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const VERSION = 20;
/** The flags mean that the sizes follow the content and that names are in UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** The date 1980-01-01. It is always the same, so that the bytes are reproducible. */
const DOS_DATE = 0x0021;

interface WrittenEntry {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly offset: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
}

/** Creates a writer. Throws an ArchiveTooLargeError if the archive, or an entry before compression, exceeds `maxBytes`. */
export function createZipWriter(sink: ByteSink, maxBytes: number = MAX_ZIP_BYTES): ZipWriter {
  const encoder = new TextEncoder();
  const entries: WrittenEntry[] = [];
  let offset = 0;

  function write(bytes: Uint8Array<ArrayBuffer>): void {
    sink.write(bytes);
    offset += bytes.length;
    if (offset > maxBytes) throw new ArchiveTooLargeError();
  }

  function open(entryName: string): ZipEntry {
    const name = encoder.encode(entryName);
    const start = offset;
    write(
      record(
        [4, LOCAL_HEADER],
        [2, VERSION],
        ...commonFields({ checksum: 0, packedSize: 0, size: 0 }, name),
        [2, 0],
      ),
    );
    write(name);
    const contentStart = offset;
    // Compresses to gzip and not to raw deflate, so that the browser also computes the checksum.
    const compression = new CompressionStream('gzip');
    const input = compression.writable.getWriter();
    const output = pump(compression.readable);
    // The next `write` reports the error. Nothing awaits `output` before the end, and after a failure nothing makes room for more bytes.
    output.catch(() => undefined);
    let unpackedSize = 0;
    return {
      write: async (bytes) => {
        unpackedSize += bytes.length;
        // The size in the gzip trailer would overflow beyond this limit.
        if (unpackedSize > maxBytes) throw new ArchiveTooLargeError();
        await Promise.race([input.write(bytes), output]);
      },
      close: async () => {
        await Promise.race([input.close(), output]);
        const trailer = await output;
        const checksum = trailer.getUint32(0, true);
        const size = trailer.getUint32(4, true);
        const packedSize = offset - contentStart;
        write(record([4, DESCRIPTOR], [4, checksum], [4, packedSize], [4, size]));
        entries.push({ name, offset: start, checksum, packedSize, size });
      },
    };
  }

  /** Writes the content of a gzip stream without its header and trailer. Returns the trailer. */
  async function pump(readable: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<DataView> {
    let held = new Uint8Array(0);
    let toSkip = GZIP_HEADER_BYTES;
    for (const reader = readable.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      const bytes = joined(held, value);
      const skipped = Math.min(toSkip, bytes.length);
      toSkip -= skipped;
      const end = Math.max(skipped, bytes.length - GZIP_TRAILER_BYTES);
      if (end > skipped) write(bytes.subarray(skipped, end));
      held = bytes.slice(end);
    }
    return new DataView(held.buffer);
  }

  return {
    open,
    add: async (name, text) => {
      const entry = open(name);
      await entry.write(encoder.encode(text));
      await entry.close();
    },
    finish: () => {
      const start = offset;
      for (const entry of entries) {
        write(
          record(
            [4, DIRECTORY_HEADER],
            [2, VERSION],
            [2, VERSION],
            ...commonFields(entry, entry.name),
            // These fields mean no extra field, no comment, first disk, and no attributes.
            [2, 0],
            [2, 0],
            [2, 0],
            [2, 0],
            [4, 0],
            [4, entry.offset],
          ),
        );
        write(entry.name);
      }
      const size = offset - start;
      const count = entries.length;
      write(
        record([4, DIRECTORY_END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]),
      );
    },
  };
}

type Field = readonly [bytes: 2 | 4, value: number];

function commonFields(
  { checksum, packedSize, size }: Pick<WrittenEntry, 'checksum' | 'packedSize' | 'size'>,
  name: Uint8Array,
): Field[] {
  return [
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, checksum],
    [4, packedSize],
    [4, size],
    [2, name.length],
  ];
}

function record(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((length, [width]) => length + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (a.length === 0) return b;
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
