/**
 * How much is believed of a service, in one place; README.md says what becomes of more. Bytes are those of the decoded
 * body, lengths are in UTF-16 code units.
 */

const MEGABYTE = 1024 * 1024;

/** Of the answers of the token endpoint. */
export const TOKEN_BYTES = MEGABYTE;
/** Of the answers that hold metadata of columns. */
export const METADATA_BYTES = 32 * MEGABYTE;
/** Of a page of rows: 10 000 rows with 13 kB each. */
export const PAGE_BYTES = 128 * MEGABYTE;
/** Of an event, and of a line, of the event stream. */
export const EVENT_BYTES = MEGABYTE;
