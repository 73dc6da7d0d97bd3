// The grammar of numbers in files and JSON, shared by all readers and writers. Numbers that users type are parsed in parse-decimal.ts.

const MAGNITUDE = String.raw`(?:0|[1-9]\d*)(?:\.\d+)?`;
const CANONICAL = new RegExp(String.raw`^(?!-0(?:\.0*)?$)-?${MAGNITUDE}$`);
const JSON_NUMBER = new RegExp(String.raw`^-?${MAGNITUDE}(?:[eE][+-]?\d+)?$`);

/** Whether `text` is a canonical decimal: a JSON number without an exponent and without a minus before zero. */
export function isDecimal(text: string): boolean {
  return CANONICAL.test(text);
}

/** Whether `text` is a number token of JSON (RFC 8259, section 6). */
export function isJsonNumber(text: string): boolean {
  return JSON_NUMBER.test(text);
}

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Returns the index after the JSON number (without an exponent) at `start`, or -1. Reads only up to `end`, exclusive. */
export function endOfNumber(bytes: Uint8Array, start: number, end: number): number {
  const integerStart = bytes[start] === MINUS ? start + 1 : start;
  const integerEnd = endOfDigits(bytes, integerStart, end);
  if (integerEnd === integerStart || (bytes[integerStart] === ZERO && integerEnd > integerStart + 1))
    return -1;
  if (integerEnd === end || bytes[integerEnd] !== POINT) return integerEnd;
  const fractionEnd = endOfDigits(bytes, integerEnd + 1, end);
  return fractionEnd === integerEnd + 1 ? -1 : fractionEnd;
}

/** Returns the index after a canonical decimal's last significant digit (`12.50`: the 5, `7.00`: the 7), or -1 if there is no decimal. */
export function endOfDecimal(bytes: Uint8Array, start: number, end: number): number {
  // Works on bytes, because `isDecimal` and `withoutSurplusZeros` would need a string for each of millions of exported cells.
  const isNegative = bytes[start] === MINUS;
  const integerStart = isNegative ? start + 1 : start;
  const integerEnd = endOfDigits(bytes, integerStart, end);
  if (integerEnd === integerStart || (bytes[integerStart] === ZERO && integerEnd > integerStart + 1))
    return -1;
  let valueEnd = integerEnd;
  if (integerEnd < end) {
    if (bytes[integerEnd] !== POINT || integerEnd + 1 === end) return -1;
    for (let at = integerEnd + 1; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) return -1;
      if (byte !== ZERO) valueEnd = at + 1;
    }
  }
  return isNegative && valueEnd === integerEnd && bytes[integerStart] === ZERO ? -1 : valueEnd;
}

function endOfDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) break;
    at += 1;
  }
  return at;
}

/** Removes trailing zeros from the fraction of a canonical decimal: `12.5000` becomes `12.5`, and `7.00` becomes `7`. */
export function withoutSurplusZeros(decimal: string): string {
  const point = decimal.indexOf('.');
  if (point === -1) return decimal;
  let end = decimal.length;
  while (decimal.charCodeAt(end - 1) === ZERO) end -= 1;
  return decimal.slice(0, end - 1 === point ? point : end);
}

/** Whether a CSV cell is written as a number: as in JSON, except that leading zeros are allowed, because programs ignore them. */
export function isCsvNumber(text: string): boolean {
  return isJsonNumber(text.replace(/^(-?)0+(?=\d)/, '$1'));
}
