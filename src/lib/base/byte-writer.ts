const encoder = new TextEncoder();

/** Returns a text in UTF-8. */
export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Writes UTF-8 from many small parts. */
export interface ByteWriter {
  readonly writeByte: (byte: number) => void;
  readonly writeBytes: (bytes: Uint8Array) => void;
  /** Writes a part of a text; `end` is exclusive. */
  readonly writeText: (text: string, start: number, end: number) => void;
  readonly written: () => Uint8Array<ArrayBuffer>;
}

const FIRST_SIZE = 64 * 1024;
/** The most bytes of a UTF-16 code unit. */
const MOST_BYTES = 3;
const LAST_ASCII = 0x7f;

export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(FIRST_SIZE);
  let length = 0;

  function makeRoom(count: number): void {
    if (length + count <= bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * bytes.length, length + count));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  return {
    writeByte: (byte) => {
      makeRoom(1);
      bytes[length] = byte;
      length += 1;
    },
    writeBytes: (added) => {
      makeRoom(added.length);
      // Copying a few bytes one by one takes less time than a call of `set`.
      for (let at = 0; at < added.length; at += 1) bytes[length + at] = added[at] ?? 0;
      length += added.length;
    },
    writeText: (text, start, end) => {
      makeRoom((end - start) * MOST_BYTES);
      for (let at = start; at < end; at += 1) {
        const code = text.charCodeAt(at);
        if (code > LAST_ASCII) {
          length += encoder.encodeInto(text.slice(at, end), bytes.subarray(length)).written;
          return;
        }
        bytes[length] = code;
        length += 1;
      }
    },
    written: () => bytes.subarray(0, length),
  };
}
