import type { Column } from '@/contract/column';
import type { OpenRow, SchemaRow } from './schema-row';

/** Dates in ISO 8601 as the service writes them, without a time zone. JSON Schema's `date-time` would require one. */
const DATE_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,7})?)?$`;

export const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Describes a row as JSON Schema. Only `$comment` names locked columns, because the user may not see their types. */
export function rowSchema(rows: readonly SchemaRow[], title: string): object {
  const open = rows.filter((row) => row.kind === 'open');
  const locked = rows.filter((row) => row.kind === 'locked');
  return {
    title,
    ...(locked.length > 0 && { $comment: locked.map(lockedText).join('; ') }),
    type: 'object',
    properties: Object.fromEntries(open.map((row) => [row.name, property(row)])),
    required: open.map(({ name }) => name),
  };
}

function lockedText({ name, viewRight }: Extract<SchemaRow, { kind: 'locked' }>): string {
  return `${name}: locked${viewRight.id === null ? '' : `, needs ${viewRight.id}`}`;
}

function property({ column, edit }: OpenRow): object {
  const [type, constraints] = valueSchema(column);
  return {
    description: column.typeLabel,
    type: column.isNullable ? [type, 'null'] : type,
    ...constraints,
    ...(edit.state === 'read-only' && { readOnly: true }),
  };
}

function valueSchema(column: Column): [type: string, constraints: object] {
  switch (column.type) {
    case 'text':
      return ['string', column.maxLength === null ? {} : { maxLength: column.maxLength }];
    case 'date':
      return ['string', { pattern: DATE_PATTERN }];
    case 'boolean':
      return ['boolean', {}];
    case 'number':
      return [column.scale === 0 ? 'integer' : 'number', numberLimits(column)];
  }
}

/** Limits a number's magnitude. `multipleOf` is not used: validators calculate in binary, where 0.3 is not 3 × 0.1. */
function numberLimits({ precision, scale }: Column): object {
  if (precision === null || precision === 0 || scale === null) return {};
  const limit = 10 ** (precision - scale);
  return { exclusiveMinimum: -limit, exclusiveMaximum: limit };
}
