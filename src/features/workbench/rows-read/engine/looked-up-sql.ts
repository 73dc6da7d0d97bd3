import { sql, type Sql } from './sql';

/** The engine takes a millisecond for each expression of a list. Longer lists are passed as one text, which the engine splits. */
const MOST_EXPRESSIONS = 200;

/** Returns the content of `IN (…)` for at least one value. The engine looks it up instead of trying each. */
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
