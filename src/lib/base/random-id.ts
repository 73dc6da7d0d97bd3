/** Returns 128 random bits in hex, as `traceparent` has them; not all bits of a UUID are random. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
