/*
 * A spreadsheet takes a text for a formula by how it begins, whoever wrote it, and runs it when the file is opened or the
 * cells are pasted. An apostrophe in front keeps it text. Quotes do not: they are gone before the cell is looked at.
 */

/** What spreadsheets leave out before they look at a cell. */
const BLANK = String.raw`(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}]`;
/** The wide ones count where East Asian keyboards type them. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';

/** Also what begins with apostrophes before that, or taking the guard away would not be unique. */
const FORMULA = `'*(?:[\\t\\r\\n]|(?:${BLANK})*${SIGN})`;

/** What may divide cells for the spreadsheet of another region, and a sign behind it. */
const DIVIDER = '[,;\\t|\\r\\n]';
const DIVIDED = `'*(?:"|${BLANK})*(${SIGN})`;
/** A dash or plus is often just that (`10,-`). Without a call or a reference behind it, it can do nothing. */
const HARMLESS_ALONE = '+-＋－﹢﹣';

const STARTS = new RegExp(`^${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'(?=${FORMULA})`, 'u');
const INNER_STARTS = new RegExp(`(${DIVIDER})(?=${DIVIDED})`, 'gu');
const INNER_GUARDED = new RegExp(`(${DIVIDER})'(?=${DIVIDED})`, 'gu');

/**
 * Returns the text as a spreadsheet can be given it: with an apostrophe wherever it, or a part that another separator
 * would make a cell of, begins as a formula does. The same text where there is nothing to guard.
 *
 * Quotes do not keep a text together in another region: to Excel a quote counts only at the start of a cell, so of
 * `A;"x,=1+1"` a comma makes `A;"x` and `=1+1"`.
 */
export function guardFormulas(text: string): string {
  const inside = replaceInside(text, INNER_STARTS, "'");
  return STARTS.test(inside) ? `'${inside}` : inside;
}

/** The text that `guardFormulas` was given. */
export function unguardFormulas(guarded: string): string {
  return replaceInside(guarded.replace(GUARDED, ''), INNER_GUARDED, '');
}

function replaceInside(text: string, pattern: RegExp, behindDivider: "'" | ''): string {
  const lastCall = Math.max(text.lastIndexOf('('), text.lastIndexOf('!'));
  return text.replace(pattern, (found: string, divider: string, sign: string, at: number) =>
    HARMLESS_ALONE.includes(sign) && at > lastCall ? found : divider + behindDivider,
  );
}

/** Whether a text that begins as a formula does is a number, as some region writes it, and so can be left alone. */
export function isSignedNumber(text: string): boolean {
  return /^[+-][\p{Nd}\p{Sc}\p{Z}.,'’%]*$/u.test(text);
}
