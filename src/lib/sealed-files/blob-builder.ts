/** So many parts become one: a list of a million is slow, and each is a thing of its own to the browser. */
const MAX_PARTS = 500;

/** Makes a Blob of bytes as they come. The browser keeps them outside the page's memory. */
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
