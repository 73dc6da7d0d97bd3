import { sql, type Sql } from './sql';

/** The engine takes a millisecond for each expression of a list. Longer lists are passed as one text, which the engine splits. */
const MOST_EXPRESSIONS = 200;

/**
 * Returns the content of `IN (…)` for a list of at least one value, in a form that the engine looks up instead of trying one value after
 * the other. `made` turns the text of a value into the expression to compare.
 */
export function lookedUpSql(values: readonly string[], made: (text: Sql) => Sql): Sql {
  if (values.length <= MOST_EXPRESSIONS)
    return { text: values.map((value) => made(sql`${value}`).text).join(', ') };
  const separator = separatorOf(values);
  return sql`SELECT ${made(sql`value`)} FROM (SELECT unnest(string_split(${values.join(separator)}, ${separator})) AS value)`;
}

/** A character that none of the values has. */
function separatorOf(values: readonly string[]): string {
  const used = new Set(values.join(''));
  for (let code = 0x1f; ; code += 1) {
    const character = String.fromCharCode(code);
    if (!used.has(character)) return character;
  }
}
