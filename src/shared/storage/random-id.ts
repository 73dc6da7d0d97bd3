/** 128 random bits as text, in browsers and on pages (plain http) without `crypto.randomUUID` too. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
