// A spreadsheet evaluates a text that starts like a formula when a file is opened or cells are pasted. Only a
// leading apostrophe prevents that: quotes are removed first. A formula behind a separator or a line break is
// not guarded: the quotes of the cell enclose it, unless a program is told another separator.

/** Includes the full-width signs of East Asian keyboards. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** Matches a sign after characters that spreadsheets skip. Leading apostrophes are guarded too, so that unguarding is unambiguous. */
const FORMULA = `'*(?:[\\t\\r\\n]|[\\p{Cc}\\p{Cf}\\p{Z}]*${SIGN})`;

const STARTS = new RegExp(`^${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'(?=${FORMULA})`, 'u');

/** Adds an apostrophe in front of a text that starts like a formula. */
export function guardFormulas(text: string): string {
  return STARTS.test(text) ? `'${text}` : text;
}

/** Reverses `guardFormulas`. */
export function unguardFormulas(guarded: string): string {
  return guarded.replace(GUARDED, '');
}

/** Whether a text that starts like a formula is a number in some region's notation, which needs no guard. */
export function isSignedNumber(text: string): boolean {
  return /^[+-][\p{Nd}\p{Sc}\p{Z}.,'’%]*$/u.test(text);
}
