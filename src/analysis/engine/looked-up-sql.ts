import { sql, type Sql } from './sql';

/** The longest list of expressions, each of which takes the engine a millisecond. A longer list is passed as one text and split in SQL. */
const MOST_EXPRESSIONS = 200;

/** Returns the content of `IN (…)` for at least one value. The engine looks a value up instead of comparing it with each of them. */
export function lookedUpSql(values: readonly string[], made: (text: Sql) => Sql): Sql {
  if (values.length <= MOST_EXPRESSIONS)
    return { text: values.map((value) => made(sql`${value}`).text).join(', ') };
  const separator = separatorOf(values);
  return sql`SELECT ${made(sql`value`)} FROM (SELECT unnest(string_split(${values.join(separator)}, ${separator})) AS value)`;
}

/** Returns a character that none of the values contains. */
function separatorOf(values: readonly string[]): string {
  const used = new Set(values.join(''));
  for (let code = 0x1f; ; code += 1) {
    const character = String.fromCharCode(code);
    if (!used.has(character)) return character;
  }
}
