/** A surrogate without the other of its pair, which UTF-8 cannot express. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** Whether a text has half a character, for which the engine has no text. */
export function hasHalfCharacter(text: string): boolean {
  return HALF_CHARACTER.test(text);
}

/** Returns the text with codes for halves of characters (`‹U+D83D›`), so that different texts stay different. */
export function withCodes(text: string): string {
  return text.replaceAll(HALF_CHARACTERS, (half) => `‹U+${half.charCodeAt(0).toString(16).toUpperCase()}›`);
}
