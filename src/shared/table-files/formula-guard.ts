/*
 * A spreadsheet evaluates a text that starts like a formula when a file is opened or cells are pasted. A leading
 * apostrophe prevents that. Quotes do not: they are removed before the cell is interpreted.
 */

/** Characters that spreadsheets skip before they interpret a cell, but for those that begin another one. */
const BLANK = String.raw`(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}]`;
/** Includes the full-width signs of East Asian keyboards. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** Leading apostrophes are guarded too, so that removing the guard is unambiguous. */
const FORMULA = `'*(?:[\\t\\r\\n]|[\\p{Cc}\\p{Cf}\\p{Z}]*${SIGN})`;

/** A separator of cells in some region. */
const DIVIDER = '[,;\\t|\\r\\n]';
const DIVIDED = `'*(?:"|${BLANK})*(${SIGN})`;
/** Often not a formula (`10,-`), and harmless without a later call or reference. */
const HARMLESS_ALONE = '+-＋－﹢﹣';

const STARTS = new RegExp(`^${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'(?=${FORMULA})`, 'u');
const INNER_STARTS = new RegExp(`(${DIVIDER})(?=${DIVIDED})`, 'gu');
const INNER_GUARDED = new RegExp(`(${DIVIDER})'(?=${DIVIDED})`, 'gu');

/**
 * Adds an apostrophe wherever the text, or a part that another separator would turn into a cell, starts like a formula.
 *
 * Quotes do not protect a text in another region: Excel respects a quote at the start of a cell only, so that a comma
 * splits `A;"x,=1+1"` into `A;"x` and `=1+1"`.
 */
export function guardFormulas(text: string): string {
  const inside = replaceInside(text, INNER_STARTS, "'");
  return STARTS.test(inside) ? `'${inside}` : inside;
}

/** Reverses `guardFormulas`. */
export function unguardFormulas(guarded: string): string {
  return replaceInside(guarded.replace(GUARDED, ''), INNER_GUARDED, '');
}

function replaceInside(text: string, pattern: RegExp, behindDivider: "'" | ''): string {
  const lastCall = Math.max(text.lastIndexOf('('), text.lastIndexOf('!'));
  return text.replace(pattern, (found: string, divider: string, sign: string, at: number) =>
    HARMLESS_ALONE.includes(sign) && at > lastCall ? found : divider + behindDivider,
  );
}

/** Whether a text that starts like a formula is a number in some region's notation, which needs no guard. */
export function isSignedNumber(text: string): boolean {
  return /^[+-][\p{Nd}\p{Sc}\p{Z}.,'’%]*$/u.test(text);
}
