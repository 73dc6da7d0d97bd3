/** This many parts are joined: a list of a million parts is slow, and the browser keeps a record of each. */
const MAX_PARTS = 500;

/** Makes a Blob from bytes as they arrive. The browser keeps them outside the page's memory. */
export function createBlobBuilder() {
  let parts: Blob[] = [];
  let size = 0;
  return {
    /** Appends a copy and returns it as a Blob of its own. */
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
