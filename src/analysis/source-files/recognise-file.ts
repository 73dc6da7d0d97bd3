import type { ForeignKind } from './file-outline';

/** The kind of a file according to its first bytes. */
export type RecognisedFile =
  | { readonly kind: 'zip' | 'parquet' | 'empty' }
  | { readonly kind: 'foreign'; readonly found: ForeignKind }
  | ({ readonly kind: 'text' } & FoundEncoding);

/** The number of bytes at the start of a file from which its kind is recognized. */
export const RECOGNISED_BYTES = 1 << 18;

/** Files are recognized by their content, because names are often wrong. Source: https://en.wikipedia.org/wiki/List_of_file_signatures. */
const SIGNATURES: readonly (readonly [signature: string, found: ForeignKind])[] = [
  ['%PDF', 'pdf'],
  ['\x89PNG', 'image'],
  ['GIF8', 'image'],
  ['\xff\xd8\xff', 'image'],
  ['\x1f\x8b', 'archive'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['BZh', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
];
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';

export function recogniseFile(bytes: Uint8Array): RecognisedFile {
  if (bytes.length === 0) return { kind: 'empty' };
  const start = latin1(bytes.subarray(0, 8));
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return { kind: 'zip' };
  if (start.startsWith('PAR1')) return { kind: 'parquet' };
  // This container is an Excel file: either an encrypted workbook with a password, or a file from before 2007.
  if (start.startsWith(COMPOUND_FILE)) {
    return { kind: 'foreign', found: hasEncryptedPackage(bytes) ? 'protected' : 'old-excel' };
  }
  const signature = SIGNATURES.find(([prefix]) => start.startsWith(prefix));
  if (signature !== undefined) return { kind: 'foreign', found: signature[1] };
  const encoding = encodingOf(bytes);
  if (encoding === null) return { kind: 'foreign', found: 'other' };
  const text = new TextDecoder(encoding.encoding).decode(bytes).trimStart();
  if (text === '') return { kind: 'empty' };
  if (/^<(?:!doctype html|html|head|body|table|meta)\b/i.test(text))
    return { kind: 'foreign', found: 'web-page' };
  if (/^<[?!a-z]/i.test(text)) return { kind: 'foreign', found: 'xml' };
  return { kind: 'text', ...encoding };
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Whether the container has the stream of an encrypted workbook. Its name is in UTF-16. */
function hasEncryptedPackage(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le')
    .decode(bytes.subarray(0, bytes.length & ~1))
    .includes('EncryptedPackage');
}

interface FoundEncoding {
  readonly encoding: string;
  readonly hasByteOrderMark: boolean;
  /** Whether the encoding is only a guess, because some bytes are not UTF-8. */
  readonly isGuessed: boolean;
}

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
];

/** Returns the encoding of a text; null if the file is not text. A file counts as UTF-8 unless its first bytes show another encoding. */
function encodingOf(bytes: Uint8Array): FoundEncoding | null {
  const start = latin1(bytes.subarray(0, 3));
  const mark = MARKS.find(([signs]) => start.startsWith(signs));
  if (mark !== undefined) return { encoding: mark[1], hasByteOrderMark: true, isGuessed: false };
  const zeros = [0, 0];
  let controls = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
    else if (byte < 0x20 && !SPACES.has(byte)) controls += 1;
  }
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, most characters of a table have a zero byte: digits, signs, and Latin letters.
  if (odd > bytes.length / 4 && even < odd / 8) {
    return { encoding: 'utf-16le', hasByteOrderMark: false, isGuessed: false };
  }
  if (even > bytes.length / 4 && odd < even / 8) {
    return { encoding: 'utf-16be', hasByteOrderMark: false, isGuessed: false };
  }
  // Other null characters do not change the encoding. They show that the text was not saved completely, which is reported elsewhere.
  if (even + odd === bytes.length || controls > bytes.length / 100) return null;
  const isGuessed = !isUtf8(bytes);
  return { encoding: isGuessed ? 'windows-1252' : 'utf-8', hasByteOrderMark: false, isGuessed };
}

/** Tab, line feed, vertical tab, form feed, carriage return, and the end-of-file character of DOS. */
const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);

/** Whether bytes are UTF-8. With `stream`, they may end in the middle of a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The usual encodings of CSV files in Europe, from which the user can choose. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
] as const;

/** Whether there is a message with the name of an encoding. */
export function isEncoding(label: string): label is (typeof ENCODINGS)[number] {
  return ENCODINGS.some((each) => each === label);
}
