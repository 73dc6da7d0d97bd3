/** Rows of data that fit on a sheet below the header. */
export const MAX_SHEET_ROWS = 1_048_575;

/**
 * Bytes of a file, and of a sheet before it is packed. Without ZIP's 64-bit extension, which not every reader of
 * workbooks knows.
 */
export const MAX_ZIP_BYTES = 0xff_ff_ff_ff;

/** Characters of a cell that Excel can hold, in UTF-16 units. */
export const MAX_CELL_LENGTH = 32_767;
