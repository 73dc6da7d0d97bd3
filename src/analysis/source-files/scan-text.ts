import type { FileProblem } from './file-outline';

interface ScannedText {
  readonly lineCount: number;
  /** The first problem that makes the file unusable as a table, at which the scan ends; null for none. */
  readonly problem: FileProblem | null;
}

/** Scans the whole text, because problems may be near its end, and counts its lines. Decoding takes far less time than reading the rows. */
export async function scanText(
  file: Blob,
  encoding: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<ScannedText> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const reader = file.stream().getReader();
  let lineCount = 0;
  let byteCount = 0;
  /** The last character of the previous piece, as bytes, if it may be incomplete. */
  let tail = new Uint8Array(0);
  try {
    for (;;) {
      const { done, value = new Uint8Array(0) } = await reader.read();
      const text = decoded(decoder, value, !done);
      if (text === null) {
        const line = encoding === 'utf-8' ? lineCount + linesBeforeFault(tail, value) + 1 : null;
        return { lineCount, problem: { kind: 'wrong-encoding', encoding, line } };
      }
      const zero = text.indexOf('\0');
      if (zero !== -1) {
        const line = lineCount + linesIn(text.slice(0, zero)) + 1;
        return { lineCount, problem: { kind: 'null-character', line } };
      }
      lineCount += linesIn(text);
      if (done) return { lineCount, problem: null };
      tail = lastCharacter(value);
      byteCount += value.length;
      onProgress(byteCount / file.size);
    }
  } finally {
    await reader.cancel();
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return null;
  }
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const LINE_FEED = 0x0a;

/** Returns how many lines of a piece end before the first byte that is not UTF-8. A line break is never a part of another character. */
function linesBeforeFault(tail: Uint8Array, bytes: Uint8Array): number {
  const all = new Uint8Array(tail.length + bytes.length);
  all.set(tail);
  all.set(bytes, tail.length);
  let lines = 0;
  let start = 0;
  for (let end = all.indexOf(LINE_FEED); end !== -1; end = all.indexOf(LINE_FEED, start)) {
    const line = all.subarray(start, end + 1);
    if (decoded(new TextDecoder('utf-8', { fatal: true }), line, false) === null) break;
    lines += 1;
    start = end + 1;
  }
  return lines;
}

/** Returns the bytes of the last character of a piece in UTF-8, which may be incomplete. */
function lastCharacter(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const tail = bytes.slice(Math.max(0, start));
  // A character of one byte is complete, so it is left out. A line break would otherwise be counted twice.
  return (tail[0] ?? 0) < 0x80 ? new Uint8Array(0) : tail;
}
