import type { LimitedThing } from '@/lib/base/limited-things';

/** README.md says what happens beyond these limits. Bytes are counted in the decoded body, lengths in UTF-16 code units. */

const MEGABYTE = 1024 * 1024;

export const TOKEN_BYTES = MEGABYTE;
export const METADATA_BYTES = 16 * MEGABYTE;
/** Enough for 10 000 rows of 13 kB each. */
export const PAGE_BYTES = 128 * MEGABYTE;
/** The maximum size of one event, and of one line, in the event stream, in bytes. */
export const EVENT_BYTES = MEGABYTE;

/** The maximum number of columns of a table. SQL Server allows 1,024, and 30,000 in tables with sparse columns. */
export const MAX_COLUMNS = 4_096;
/** The maximum number of fields of a price column, and of columns of a snapshot. A SELECT in SQL Server has the same limit. */
export const MAX_PRICE_FIELDS = 4_096;
export const MAX_PRICE_COLUMNS = 1_000;
/** The maximum number of fields in all price columns together. */
export const MAX_FIELDS = 20_000;
export const MAX_UNKNOWN_MEMBERS = 100;

/** The maximum length of the name of a table, a column, a right or a user. SQL Server allows 128. */
export const MAX_NAME_LENGTH = 256;
/** The maximum length of a label, a type or a number format. Excel allows 255 for formats. */
export const MAX_LABEL_LENGTH = 512;
/** The maximum length of an expression, a description, or an unknown member's value. */
export const MAX_TEXT_LENGTH = 8_000;
/** The maximum length of a snapshot's key. The key is part of the address. */
export const MAX_CACHE_KEY_LENGTH = 4_096;
/** The maximum number of messages in a refusal. The next constant limits the length of each. */
export const MAX_MESSAGES = 20;
export const MAX_MESSAGE_LENGTH = 1_000;

/** Returns a zod issue whose `params` describe an exceeded limit. `subject` is the price column that exceeds it, or null. */
export function limitIssue(of: LimitedThing, limit: number, subject: string | null = null) {
  return { code: 'custom' as const, params: { beyond: of, limit, subject } };
}

/** Truncates a text that is only displayed. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
