/** The most rows of a sheet below the header. */
export const MAX_SHEET_ROWS = 1_048_575;

export const MAX_SHEET_COLUMNS = 16_384;

/** The most bytes of a file, and of a sheet before compression: not every program can read ZIP64. */
export const MAX_ZIP_BYTES = 0xff_ff_ff_ff;

/** The most UTF-16 code units of a cell in Excel. */
export const MAX_CELL_LENGTH = 32_767;
