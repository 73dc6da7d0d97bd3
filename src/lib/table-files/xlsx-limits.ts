/** The most rows that a sheet can have below its header. */
export const MAX_SHEET_ROWS = 1_048_575;

export const MAX_SHEET_COLUMNS = 16_384;

/** The most bytes of a file, and of a sheet before compression. Larger files need ZIP64, which not every program can read. */
export const MAX_ZIP_BYTES = 0xff_ff_ff_ff;

/** The most UTF-16 code units that a cell in Excel can have. */
export const MAX_CELL_LENGTH = 32_767;
