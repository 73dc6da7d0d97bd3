/** Returns 128 random bits in hex, the form of a trace id in the `traceparent` header. In a UUID, some of the bits are fixed. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
