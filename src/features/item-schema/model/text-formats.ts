/** Rows of cells as tab-separated text, the way spreadsheets paste it. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => delimitedCell(cell, '\t')).join('\t')).join('\n') + '\n';
}

/** Rows of cells as CSV for the Excel of a region, where a decimal comma makes the semicolon the separator. */
export function commaSeparated(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  return (
    rows.map((row) => row.map((cell) => delimitedCell(cell, separator)).join(separator)).join('\r\n') + '\r\n'
  );
}

function delimitedCell(text: string, separator: string): string {
  const safe = withoutFormula(text);
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A spreadsheet would compute a text that looks like a formula, whoever wrote it. An apostrophe keeps it text. */
function withoutFormula(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  return /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
}

/** Rows of cells as a Markdown table; the first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body]
    .map((row, index) => `| ${row.map((cell) => (index === 1 ? cell : markdownCell(cell))).join(' | ')} |\n`)
    .join('');
}

function markdownCell(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|#&]/g, (sign) => `\\${sign}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
