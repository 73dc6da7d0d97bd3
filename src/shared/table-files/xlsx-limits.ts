/** Rows of data that fit on a sheet below the header. */
export const MAX_SHEET_ROWS = 1_048_575;

/** Characters of a cell that Excel can hold, in UTF-16 units. */
export const MAX_CELL_LENGTH = 32_767;
