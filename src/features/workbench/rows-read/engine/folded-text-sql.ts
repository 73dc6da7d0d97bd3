import { sql, type Sql } from './sql';

/** Spaces that no keyboard has, and line breaks. */
const SPACES =
  '\t\n\v\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000';
const LETTERS = 'ıłøđðς';
const LETTERS_FOLDED = 'iloddσ';
const INVISIBLE = '\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF';

/** Removes case and accents in the engine as `fold` does, so that a search finds the same in the engine as among the rows on screen. */
export function foldedTextSql(text: Sql): Sql {
  const plain = sql`lower(strip_accents(${text}))`;
  const letters = sql`translate(${plain}, ${SPACES + LETTERS + INVISIBLE}, ${' '.repeat(SPACES.length) + LETTERS_FOLDED})`;
  const pairs = [
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ] as const;
  const folded = pairs.reduce((inner, [letter, pair]) => sql`replace(${inner}, ${letter}, ${pair})`, letters);
  // Texts with one byte per character, as most are, need only lower case, and blanks for their line breaks.
  return sql`CASE WHEN strlen(${text}) = length(${text}) THEN translate(lower(${text}), ${'\t\n\v\f\r'}, '     ') ELSE ${folded} END`;
}
