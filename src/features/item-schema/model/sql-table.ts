import type { Column } from '@/contract/column';
import type { OpenRow, SchemaRow } from './schema-row';

/** Writes a table definition in SQL. Defaults become comments, because they need the service's database. So do locked columns. */
export function sqlTable(rows: readonly SchemaRow[], table: string): string {
  const open = rows.filter((row) => row.kind === 'open');
  const primaryKey = open.filter(({ column }) => column.isPrimaryKey);
  const constraints = [
    ...(primaryKey.length === 0
      ? []
      : [`PRIMARY KEY (${primaryKey.map(({ name }) => quoted(name)).join(', ')})`]),
    ...open
      .filter(({ column }) => column.isUnique && !column.isPrimaryKey)
      .map(({ name }) => `UNIQUE (${quoted(name)})`),
    ...open.flatMap(({ name, column: { foreignKey } }) =>
      foreignKey === null
        ? []
        : [
            `FOREIGN KEY (${quoted(name)}) REFERENCES ${quoted(foreignKey.table)} (${quoted(foreignKey.column)})`,
          ],
    ),
  ];
  const columnCount = open.length + constraints.length;
  let written = 0;
  const comma = () => ((written += 1) < columnCount ? ',' : '');
  const lines = [
    ...rows.map((row) => (row.kind === 'locked' ? lockedLine(row) : columnLine(row, comma()))),
    ...constraints.map((constraint) => `${constraint}${comma()}`),
  ];
  return [`CREATE TABLE ${quoted(table)} (`, ...lines.map((line) => `  ${line}`), ');', ''].join('\n');
}

function lockedLine({ name, viewRight }: Extract<SchemaRow, { kind: 'locked' }>): string {
  return `-- ${oneLine(name)}: locked${viewRight.id === null ? '' : `, needs ${oneLine(viewRight.id)}`}`;
}

function columnLine({ name, column }: OpenRow, comma: string): string {
  const notes = [
    column.isTypeKnown ? '' : `unknown type ${column.typeLabel}`,
    column.defaultExpression === null ? '' : `default: ${column.defaultExpression}`,
  ].filter((note) => note !== '');
  const nullability = column.isNullable ? 'NULL' : 'NOT NULL';
  const comment = notes.length === 0 ? '' : ` -- ${oneLine(notes.join('; '))}`;
  return `${quoted(name)} ${sqlType(column)} ${nullability}${comma}${comment}`;
}

const WITH_LENGTH = new Set(['char', 'nchar', 'varchar', 'nvarchar', 'binary', 'varbinary']);
const WITH_DIGITS = new Set(['decimal', 'numeric']);
const WITH_FRACTION = new Set(['datetime2', 'datetimeoffset', 'time']);

/** Returns the SQL type. If the type is unknown or has no valid name, it becomes text of any length. */
function sqlType({ sqlType, isTypeKnown, maxLength, precision, scale }: Column): string {
  const name = sqlType.trim().toLowerCase();
  if (!isTypeKnown || !/^[a-z][a-z0-9_]*$/.test(name)) return 'nvarchar(max)';
  if (WITH_LENGTH.has(name)) return `${name}(${maxLength ?? 'max'})`;
  if (WITH_DIGITS.has(name) && precision !== null && precision > 0)
    return `${name}(${precision},${scale ?? 0})`;
  if (WITH_FRACTION.has(name) && scale !== null && scale > 0) return `${name}(${scale})`;
  return name;
}

function quoted(name: string): string {
  return `[${oneLine(name).replaceAll(']', ']]')}]`;
}

/** Removes line breaks: a line break would end the SQL comment, and the rest would become a statement. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
