/** An LRU cache of at most `maxBytes`. It always keeps the latest entry, even if that is larger. */
export class ByteCache<Value extends { readonly byteLength: number }> {
  readonly #entries = new Map<string, Value>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#drop(key);
    this.#entries.set(key, value);
    this.#bytes += value.byteLength;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.byteLength ?? 0;
    this.#entries.delete(key);
  }
}
