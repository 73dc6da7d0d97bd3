import type { FormattedColumn } from '@/lib/formats/column-format';
import type { Words } from './words';

/** The properties of a column that determine how its type is described. */
export interface TypedColumn extends Pick<FormattedColumn, 'type' | 'sqlType' | 'formatting' | 'scale'> {
  /** The maximum length of a text, in characters; null if there is no limit. */
  readonly maxLength: number | null;
  /** Whether the console knows the SQL type. If it does not, the column is treated as text. */
  readonly isTypeKnown: boolean;
  /** The number of rows from which the type was guessed; absent if the service has stated it. */
  readonly guessedFromRows?: number | undefined;
}

/** The SQL types of binary numbers, which have no fixed number of decimals. */
const FLOATING_TYPES = new Set(['float', 'real']);

/**
 * Describes a column's type for users: "Number, 4 decimals" instead of `decimal(18,4)`. The text says if the type was guessed, and from how
 * many rows.
 */
export function typeText(words: Words, column: TypedColumn): string {
  const { guessedFromRows: count } = column;
  const type = statedType(words, column);
  return count === undefined ? type : words.of('columnType')('guessed', { type, count });
}

function statedType(words: Words, column: TypedColumn): string {
  const t = words.of('columnType');
  const { type, scale, maxLength } = column;
  const sqlType = column.sqlType.trim().toLowerCase();
  if (!column.isTypeKnown) return t('unknown');
  switch (type) {
    case 'number':
      if (scale === null || FLOATING_TYPES.has(sqlType)) return t('number');
      return t('decimals', { count: scale });
    case 'date': {
      const isDay = sqlType === 'date' || column.formatting.trim().toLowerCase() === 'short date';
      return t(isDay ? 'date' : 'dateTime');
    }
    case 'text':
      return maxLength === null ? t('text') : t('textUpTo', { count: maxLength });
    case 'boolean':
      return t('boolean');
  }
}
