import type { LimitedThing } from '@/lib/base/limited-things';

/** README.md says what happens beyond these limits. Bytes are those of the decoded body, lengths are in UTF-16 code units. */

const MEGABYTE = 1024 * 1024;

export const TOKEN_BYTES = MEGABYTE;
export const METADATA_BYTES = 16 * MEGABYTE;
/** 10 000 rows with 13 kB each. */
export const PAGE_BYTES = 128 * MEGABYTE;
/** The most bytes of one event, and of one line, in the event stream. */
export const EVENT_BYTES = MEGABYTE;

/** Columns of a table. SQL Server allows 1,024, and 30,000 in tables with sparse columns. */
export const MAX_COLUMNS = 4_096;
/** Fields of a price column, columns of a snapshot. A SELECT of SQL Server can have as many. */
export const MAX_PRICE_FIELDS = 4_096;
export const MAX_PRICE_COLUMNS = 1_000;
/** Fields of all price columns together. */
export const MAX_FIELDS = 20_000;
export const MAX_UNKNOWN_MEMBERS = 100;

/** The longest name of a table, a column, a right or a person. SQL Server allows 128. */
export const MAX_NAME_LENGTH = 256;
/** The longest label, type or number format. Excel allows 255 for formats. */
export const MAX_LABEL_LENGTH = 512;
/** The longest expression, explanation, or member as it was sent. */
export const MAX_TEXT_LENGTH = 8_000;
/** The longest key of a snapshot, which is part of the address. */
export const MAX_CACHE_KEY_LENGTH = 4_096;
/** Messages of a refusal, and the length of each. */
export const MAX_MESSAGES = 20;
export const MAX_MESSAGE_LENGTH = 1_000;

/** Describes an exceeded limit in a zod issue, as `params`. `subject`: the price column concerned, if there is one. */
export function limitIssue(of: LimitedThing, limit: number, subject: string | null = null) {
  return { code: 'custom' as const, params: { beyond: of, limit, subject } };
}

/** Truncates a text that is only displayed. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
