// A spreadsheet evaluates a text that starts like a formula when a file is opened or cells are pasted. Only a leading apostrophe prevents
// this, because quotes are removed first. A formula after a separator or line break within a text is not guarded, because the cell's
// quotes enclose it, unless the user tells the program another separator.

/** The signs that can start a formula, including the full-width signs of East Asian keyboards. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** Matches a sign after characters that spreadsheets skip. Texts with leading apostrophes also match, so that unguarding is unambiguous. */
const FORMULA = `'*(?:[\\t\\r\\n]|[\\p{Cc}\\p{Cf}\\p{Z}]*${SIGN})`;

const STARTS = new RegExp(`^${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'(?=${FORMULA})`, 'u');

/** Adds an apostrophe before a text that starts like a formula. */
export function guardFormulas(text: string): string {
  return STARTS.test(text) ? `'${text}` : text;
}

/** Reverses `guardFormulas`. */
export function unguardFormulas(guarded: string): string {
  return guarded.replace(GUARDED, '');
}

/** Whether a text that starts like a formula is a number in the notation of some region. Numbers need no guard. */
export function isSignedNumber(text: string): boolean {
  return /^[+-][\p{Nd}\p{Sc}\p{Z}.,'’%]*$/u.test(text);
}
