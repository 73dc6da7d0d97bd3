/** The number of parts after which they are joined. A list of a million parts is slow, and the browser keeps a record of each part. */
const MAX_PARTS = 500;

/** Creates a Blob from bytes as they arrive. The browser stores them outside the page's memory. */
export function createBlobBuilder() {
  let parts: Blob[] = [];
  let size = 0;
  return {
    /** Appends a copy of the bytes. Returns that copy as a separate Blob. */
    add: (bytes: Uint8Array<ArrayBuffer>): Blob => {
      const part = new Blob([bytes]);
      parts.push(part);
      size += bytes.length;
      if (parts.length >= MAX_PARTS) parts = [new Blob(parts)];
      return part;
    },
    size: (): number => size,
    build: (type = ''): Blob => new Blob(parts, { type }),
  };
}
