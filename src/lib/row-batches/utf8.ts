/** Returns the position after the multi-byte sequence at `start`. Returns -1 if it is ill-formed (Unicode 3.9, table 3-7). */
export function endOfUtf8Sequence(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  const second = bytes[start + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? start + 2 : -1;
  if (first >= 0xe0 && first <= 0xef) {
    const least = first === 0xe0 ? 0xa0 : 0x80;
    const greatest = first === 0xed ? 0x9f : 0xbf;
    return second >= least && second <= greatest && isContinuation(bytes[start + 2] ?? 0) ? start + 3 : -1;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const least = first === 0xf0 ? 0x90 : 0x80;
    const greatest = first === 0xf4 ? 0x8f : 0xbf;
    const isRight =
      second >= least &&
      second <= greatest &&
      isContinuation(bytes[start + 2] ?? 0) &&
      isContinuation(bytes[start + 3] ?? 0);
    return isRight ? start + 4 : -1;
  }
  return -1;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
