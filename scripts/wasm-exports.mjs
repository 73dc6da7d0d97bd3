// Removes exports from the bytes of a WebAssembly module. https://webassembly.github.io/spec/core/binary/modules.html#export-section

/** Prefixes of the names of the engine's C++ functions and tables. Only extensions use them, and no extension is ever loaded. */
export const EXTENSION_PREFIXES = ['_Z', 'orig$_Z'];

/** The offset of the first section, which follows the magic number and the version. */
const FIRST_SECTION = 8;
const EXPORT_SECTION = 7;
const SEVEN_BITS = 0x7f;
const MORE = 0x80;

/**
 * Removes exports by the prefixes of their names, in place, so that a large module is not in memory twice. Returns
 * the part of the bytes that is now the module. Bytes that are not a module are returned unchanged.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {readonly string[]} prefixes
 */
export function withoutExports(bytes, prefixes) {
  const unwanted = prefixes.map((prefix) => new TextEncoder().encode(prefix));
  let at = FIRST_SECTION;
  while (at < bytes.length) {
    const id = bytes[at];
    const size = readUnsigned(bytes, at + 1);
    at = size.end + size.value;
    if (id !== EXPORT_SECTION) continue;
    const sectionEnd = at;
    const count = readUnsigned(bytes, size.end);
    let keptCount = 0;
    let keptEnd = count.end;
    let entryStart = count.end;
    for (let index = 0; index < count.value && entryStart < sectionEnd; index += 1) {
      const nameLength = readUnsigned(bytes, entryStart);
      const kind = nameLength.end + nameLength.value;
      const entryEnd = readUnsigned(bytes, kind + 1).end;
      if (!unwanted.some((prefix) => startsWith(bytes, nameLength.end, prefix))) {
        bytes.copyWithin(keptEnd, entryStart, entryEnd);
        keptEnd += entryEnd - entryStart;
        keptCount += 1;
      }
      entryStart = entryEnd;
    }
    writeUnsigned(bytes, size.end, count.end, keptCount);
    writeUnsigned(bytes, size.start, size.end, keptEnd - size.end);
    bytes.copyWithin(keptEnd, sectionEnd);
    return bytes.subarray(0, bytes.length - (sectionEnd - keptEnd));
  }
  return bytes;
}

/** Reads a number in LEB128. @param {Uint8Array} bytes @param {number} start */
function readUnsigned(bytes, start) {
  let value = 0;
  let factor = 1;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & SEVEN_BITS) * factor;
    factor *= MORE;
    if (byte < MORE) return { start, end: at + 1, value };
  }
}

/**
 * Writes a number from `start` to `end` (exclusive), padded with leading zeros.
 * @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} value
 */
function writeUnsigned(bytes, start, end, value) {
  let left = value;
  for (let at = start; at < end; at += 1) {
    bytes[at] = (left & SEVEN_BITS) | (at === end - 1 ? 0 : MORE);
    left = Math.floor(left / MORE);
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {Uint8Array} expected */
function startsWith(bytes, start, expected) {
  return expected.every((byte, index) => bytes[start + index] === byte);
}
