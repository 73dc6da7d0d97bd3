import { gzipSync } from 'node:zlib';

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** @typedef {{ name: string, content: Uint8Array }} TarEntry whose name is a relative path with slashes */

/**
 * Writes files as a compressed tar archive (ustar, POSIX.1-1988). The same files always give the same bytes: the entries have no owner, the
 * usual rights and one time (ms since 1970), and are sorted by name. The `tar` command takes all of these from the system.
 * @type {(entries: readonly TarEntry[], timeMs: number) => Buffer}
 */
export function tarOf(entries, timeMs) {
  const sorted = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const blocks = sorted.flatMap(({ name, content }) => [
    header(name, content.length, Math.floor(timeMs / 1000)),
    content,
    Buffer.alloc(-content.length & (BLOCK - 1)),
  ]);
  const compressed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
  // Byte 9 names the operating system. 255 means unknown (RFC 1952).
  compressed[9] = 255;
  return compressed;
}

/** @param {string} name @param {number} size @param {number} timeS */
function header(name, size, timeS) {
  const [prefix, shortName] = split(name);
  const block = Buffer.alloc(BLOCK);
  /** @param {number} offset @param {string} text */
  const put = (offset, text) => block.write(text, offset, 'utf8');
  /** @param {number} offset @param {number} length @param {number} number */
  const putOctal = (offset, length, number) => put(offset, number.toString(8).padStart(length - 1, '0'));
  put(0, shortName);
  putOctal(100, 8, 0o644);
  putOctal(108, 8, 0);
  putOctal(116, 8, 0);
  putOctal(124, 12, size);
  putOctal(136, 12, timeS);
  // The checksum is computed as if its own field contained spaces.
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\x0000');
  put(345, prefix);
  put(
    148,
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  );
  return block;
}

/** @param {string} name @returns {[prefix: string, name: string]} cut at a slash if the name is too long for one field */
function split(name) {
  if (Buffer.byteLength(name) <= NAME_BYTES) return ['', name];
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
    const parts = /** @type {[string, string]} */ ([name.slice(0, slash), name.slice(slash + 1)]);
    if (Buffer.byteLength(parts[0]) <= PREFIX_BYTES && Buffer.byteLength(parts[1]) <= NAME_BYTES)
      return parts;
  }
  throw new Error(`The name is too long for a tar archive: ${name}`);
}
