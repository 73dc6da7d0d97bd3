// The notation shared by the parameters of the address:
//
//     1;rows,Country,ValidFrom~month;measures,count,sum~Value
//
// A version is followed by parts. A part with several items starts with its name. An item consists of texts, whose meaning is up to
// each parameter.

/** Marks an absent text. An escaped text is never equal to this mark. */
export const MISSING = '!none';

/** Writes a parameter from its version and its parts. */
export function writeParameter(version: string, parts: readonly string[]): string {
  return [version, ...parts].join(';');
}

export interface UnknownVersion {
  readonly kind: 'unknown-version';
  /** The version as written in the address. */
  readonly text: string;
}

/** Returns the parts of a parameter. A parameter with another version is reported, not interpreted. */
export function partsOfParameter(
  parameter: string,
  known: string,
):
  | { readonly ok: true; readonly parts: readonly string[] }
  | { readonly ok: false; readonly problem: UnknownVersion } {
  const [version = '', ...parts] = parameter.split(';');
  return version === known
    ? { ok: true, parts }
    : { ok: false, problem: { kind: 'unknown-version', text: version } };
}

/** Escapes texts and joins them to an item. Null is left out. */
export function writeItem(...texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [escape(text)])).join('~');
}

// Names and values can hold any character. The separators are escaped as `!` and a letter, so that plain splitting finds
// the pieces. Percent-encoding would be applied twice and become unreadable. A lone surrogate cannot occur in an address
// and is escaped by its code.
const ESCAPES = new Map([
  ['!', '!x'],
  ['~', '!t'],
  [',', '!c'],
  [';', '!s'],
]);
const UNESCAPES = new Map([...ESCAPES].map(([character, escaped]) => [escaped, character]));
UNESCAPES.set('!m', '-');

/** Escapes the separators of a name or value. */
export function escape(text: string): string {
  return text
    .replaceAll(/[!~,;]/g, (character) => ESCAPES.get(character) ?? character)
    .replaceAll(/\p{Surrogate}/gu, (half) => `!u${half.charCodeAt(0).toString(16)}`);
}

/** Decodes a name or a value. Returns null for an unknown escape. */
export function unescape(text: string): string | null {
  let isBroken = false;
  const plain = text.replaceAll(/!(?:u(d[89a-f][0-9a-f]{2})|.?)/gsu, (escaped, half: string | undefined) => {
    if (half !== undefined) return String.fromCharCode(Number.parseInt(half, 16));
    const character = UNESCAPES.get(escaped);
    if (character === undefined) isBroken = true;
    return character ?? '';
  });
  return isBroken ? null : plain;
}
