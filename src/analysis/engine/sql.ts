/** SQL that is safe to run. Only the functions of this module make it, from texts of the program and quoted values. */
export interface Sql {
  readonly text: string;
}

/** Makes SQL. Texts, numbers and null become literals that no value can end. Arrays of `Sql` are joined with commas. */
export function sql(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | bigint | boolean | null | Sql | readonly Sql[])[]
): Sql {
  const text = parts.reduce((before, part, index) => `${before}${written(values[index - 1] ?? null)}${part}`);
  return { text };
}

/** Returns a quoted name of a table or column. */
export function identifier(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('A name cannot hold a null character.');
  return { text: `"${name.replaceAll('"', '""')}"` };
}

export function joined(parts: readonly Sql[], separator: ', ' | ' AND ' | ' OR ' | ' UNION ALL '): Sql {
  return { text: parts.map(({ text }) => text).join(separator) };
}

function written(value: string | number | bigint | boolean | null | Sql | readonly Sql[]): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'object') return 'text' in value ? value.text : joined(value, ', ').text;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('Only finite numbers have a literal.');
  }
  return String(value);
}

/** Returns a text as a literal. The engine does not accept a null character in a literal, so `chr` makes it. */
function textLiteral(text: string): string {
  const quoted = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return quoted.length === 1 ? quoted.join('') : `(${quoted.join(' || chr(0) || ')})`;
}
