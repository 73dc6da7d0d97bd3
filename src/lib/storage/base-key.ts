import * as z from 'zod';
import { randomId } from '../base/random-id';

/** The root key of encrypted storage: a non-extractable key in IndexedDB, from which a key for each purpose is derived (HKDF). */
const baseKeySchema = z.object({
  id: z.string(),
  key: z.instanceof(CryptoKey),
});
export type BaseKey = z.output<typeof baseKeySchema>;

/** The name under which the object store `keys` of a database stores its base key. */
export const BASE_KEY = 'current';

/** Returns the stored base key, or null if the value is not a base key. */
export function baseKeyOf(stored: unknown): BaseKey | null {
  return baseKeySchema.safeParse(stored).data ?? null;
}

export const sealedSchema = z.object({
  iv: z.instanceof(Uint8Array<ArrayBuffer>),
  ciphertext: z.instanceof(ArrayBuffer),
});

export type Sealed = z.output<typeof sealedSchema>;

const NO_SALT = new Uint8Array(0);

export async function createBaseKey(): Promise<BaseKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  bytes.fill(0);
  return { id: randomId(), key };
}

/** Derives a non-extractable AES-GCM key. The same `purpose` and `salt` always yield the same key. */
export function deriveSealingKey(
  baseKey: BaseKey,
  purpose: string,
  salt: Uint8Array<ArrayBuffer> = NO_SALT,
): Promise<CryptoKey> {
  const algorithm = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(hkdf(purpose, salt), baseKey.key, algorithm, false, ['encrypt', 'decrypt']);
}

/** Generates an AES-GCM key for data that is not needed after the page is closed. */
export function createSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Derives a non-extractable key for `tagOf`. The same `purpose` always yields the same key. */
export function deriveTagKey(baseKey: BaseKey, purpose: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return crypto.subtle.deriveKey(hkdf(purpose, NO_SALT), baseKey.key, algorithm, false, ['sign']);
}

/** Returns a keyed hash (128 bits in hex) of a text. */
export async function tagOf(tagKey: CryptoKey, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', tagKey, encoded(text)), 0, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Encrypts a text with a random nonce. `label` is authenticated but not stored, so decryption needs it again. */
export async function sealText(key: CryptoKey, text: string, label = ''): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt(aesGcm(iv, label), key, encoded(text));
  return { iv, ciphertext };
}

/** Decrypts a text. Returns null if it was encrypted with another key or label, or is corrupt. */
export async function unsealText(
  key: CryptoKey,
  { iv, ciphertext }: Sealed,
  label = '',
): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(aesGcm(iv, label), key, ciphertext));
  } catch {
    return null;
  }
}

function hkdf(purpose: string, salt: Uint8Array<ArrayBuffer>): HkdfParams {
  return { name: 'HKDF', hash: 'SHA-256', salt, info: encoded(purpose) };
}

function aesGcm(iv: Uint8Array<ArrayBuffer>, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encoded(label) };
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
