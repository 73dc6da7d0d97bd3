import type { ColumnType } from '@/contract/column';
import type { OpenRow, SchemaRow } from './schema-row';

const TYPES: Record<ColumnType, string> = {
  text: 'string',
  number: 'number',
  // Dates are ISO 8601 text, as the service writes them.
  date: 'string',
  boolean: 'boolean',
};

/** The number of digits up to which a JavaScript number represents every decimal exactly. */
const SAFE_DIGITS = 15;

/** Formats a table's rows as a TypeScript interface. Locked columns become comments, because the user may not see their types. */
export function typeScriptType(rows: readonly SchemaRow[], table: string): string {
  const members = rows.flatMap((row) =>
    row.kind === 'locked' ? lockedLines(row.name, row.viewRight.id) : openLines(row),
  );
  return [`export interface ${interfaceName(table)} {`, ...members.map((line) => `  ${line}`), '}', ''].join(
    '\n',
  );
}

function lockedLines(name: string, right: string | null): string[] {
  return [`// ${oneLine(name)}: locked${right === null ? '' : `, needs ${oneLine(right)}`}`];
}

function openLines(row: OpenRow): string[] {
  const { column } = row;
  const hasManyDigits = column.type === 'number' && (column.precision ?? 0) > SAFE_DIGITS;
  const notes = [
    column.typeLabel,
    row.isIncomplete ? 'incomplete metadata' : '',
    column.isTypeKnown ? '' : 'unknown type',
    column.isPrimaryKey ? 'primary key' : '',
    column.isUnique && !column.isPrimaryKey ? 'unique' : '',
    hasManyDigits ? 'may hold more digits than a number keeps' : '',
  ].filter((note) => note !== '');
  const type = TYPES[column.type] + (column.isNullable ? ' | null' : '');
  return [
    ...(notes.length > 0 ? [`/** ${notes.map(commentText).join(', ')} */`] : []),
    `readonly ${memberName(column.name)}: ${type};`,
  ];
}

function memberName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

function interfaceName(table: string): string {
  const name = table
    .split(/[^\p{ID_Continue}]+/u)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  return /^\p{ID_Start}/u.test(name) ? name : `Table${name}`;
}

function commentText(text: string): string {
  return oneLine(text).replaceAll('*/', '* /');
}

// Removes line breaks. In JavaScript, U+2028 and U+2029 also end a line.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}
