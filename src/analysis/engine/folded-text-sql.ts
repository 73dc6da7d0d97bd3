import { sql, type Sql } from './sql';

/** Line breaks, and all spaces except for the one that a keyboard types. */
const SPACES =
  '\t\n\v\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000';
const LETTERS = 'ıłøđðς';
const LETTERS_FOLDED = 'iloddσ';
const INVISIBLE = '\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF';

/** Returns SQL that removes case and accents like `fold`, so that a search in the engine finds the same as a search on screen. */
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
  // Most texts have one byte per character. They need only lower case, and spaces instead of line breaks.
  return sql`CASE WHEN strlen(${text}) = length(${text}) THEN translate(lower(${text}), ${'\t\n\v\f\r'}, '     ') ELSE ${folded} END`;
}
