/** Stands between parts of a description in one line. */
export const SEPARATOR = ' · ';
