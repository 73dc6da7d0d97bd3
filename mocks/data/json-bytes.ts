import { decimalText } from './decimal-text';

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Numbers of a smaller magnitude are written with fast integer arithmetic. */
const INT32_RANGE = 2 ** 31;

/** Writes JSON as UTF-8 bytes, numbers digit by digit, because creating a string for each cell would take too long. */
export class JsonBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** Writes ASCII characters unchanged. */
  ascii(text: string): void {
    const start = this.#grow(text.length);
    for (let index = 0; index < text.length; index++) this.#bytes[start + index] = text.charCodeAt(index);
  }

  /** Writes a text in quotes. It must consist of ASCII characters that JSON does not escape. */
  quoted(text: string): void {
    this.ascii('"');
    this.ascii(text);
    this.ascii('"');
  }

  encoded(text: Uint8Array): void {
    const start = this.#grow(text.length);
    // For short texts, a loop is faster than `Uint8Array.set`.
    for (let index = 0; index < text.length; index++) this.#bytes[start + index] = text[index] ?? 0;
  }

  /** Writes the text that `decimalText` returns. */
  decimal(unscaled: number, scale: number): void {
    const magnitude = Math.abs(unscaled);
    if (magnitude >= INT32_RANGE) {
      this.ascii(decimalText(unscaled, scale));
      return;
    }
    const sign = unscaled < 0 ? 1 : 0;
    const digits = Math.max(digitsOf(magnitude), scale + 1);
    const start = this.#grow(sign + digits + (scale > 0 ? 1 : 0));
    let rest = magnitude | 0;
    let at = this.#length - 1;
    for (let place = 0; place < digits; place++) {
      if (place === scale && place > 0) this.#bytes[at--] = POINT;
      const shifted = (rest / 10) | 0;
      this.#bytes[at--] = ZERO + rest - shifted * 10;
      rest = shifted;
    }
    if (sign === 1) this.#bytes[start] = MINUS;
  }

  /** Writes an integer below 2³¹ with `count` digits, padded with zeros. */
  digits(value: number, count: number): void {
    const start = this.#grow(count);
    let rest = value | 0;
    for (let place = start + count - 1; place >= start; place--) {
      const shifted = (rest / 10) | 0;
      this.#bytes[place] = ZERO + rest - shifted * 10;
      rest = shifted;
    }
  }

  /** Returns a copy of all bytes that were written. */
  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Makes room for `by` more bytes, and returns the offset of the first one. */
  #grow(by: number): number {
    const start = this.#length;
    this.#length += by;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    return start;
  }
}

function digitsOf(integer: number): number {
  let digits = 1;
  for (let limit = 10; integer >= limit; limit *= 10) digits += 1;
  return digits;
}
