/** A cell as it is written. */
export interface CsvCell {
  readonly text: string;
  /** Whether the cell begins with a quote. */
  readonly isQuoted: boolean;
}

export type CsvRecord = readonly CsvCell[];

/** A quote that is never closed would make the rest of the file a single cell. */
export class UnclosedQuoteError extends Error {
  override readonly name = 'UnclosedQuoteError';
  /** 1-based number of the record, and so of the row in a spreadsheet, that contains the quote. */
  readonly record: number;
  constructor(record: number) {
    super(`Record ${record} has a quote that is not closed.`);
    this.record = record;
  }
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Far more than a database's text columns hold in practice; bounds the memory for a quote that is not closed. */
const MAX_CELL_LENGTH = 16_000_000;
/** Far more than spreadsheets have columns; bounds the memory for a file without line breaks. */
const MAX_CELLS = 1_000_000;

/**
 * Splits CSV into records (RFC 4180), which end with CRLF, LF or CR. A quote within a cell that does not begin with one is
 * part of the text. `push` takes consecutive parts of the file and returns the records that they complete.
 */
export function createCsvSplitter(delimiter: string): {
  /** Throws UnclosedQuoteError for a quoted cell beyond all reason, RangeError for a record without an end. */
  readonly push: (chunk: string) => readonly CsvRecord[];
  /** Returns the last record if the file does not end with the end of a line. */
  readonly finish: () => readonly CsvRecord[];
  /** Whether what was pushed ends within quotes. */
  readonly isWithinQuotes: () => boolean;
  /** 1-based number of the record that comes next, or is incomplete. */
  readonly nextRecord: () => number;
} {
  const separator = delimiter.charCodeAt(0);
  let records: CsvRecord[] = [];
  let recordCount = 0;
  let cells: CsvCell[] = [];
  let text = '';
  let isQuoted = false;
  let state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';
  let isAfterCarriageReturn = false;

  function endCell(): void {
    if (cells.length === MAX_CELLS) throw new RangeError(`Record ${recordCount + 1} has no end.`);
    cells.push({ text, isQuoted });
    text = '';
    isQuoted = false;
    state = 'start';
  }

  function endRecord(): void {
    endCell();
    records.push(cells);
    recordCount += 1;
    cells = [];
  }

  /** Returns the position after the part of a quoted cell that begins at `start`. */
  function readQuoted(chunk: string, start: number): number {
    const end = chunk.indexOf('"', start);
    text += chunk.slice(start, end === -1 ? chunk.length : end);
    if (text.length > MAX_CELL_LENGTH) throw new UnclosedQuoteError(recordCount + 1);
    if (end === -1) return chunk.length;
    state = 'quote-in-quoted';
    return end + 1;
  }

  /** Returns the position of the sign that ends a cell, or the end of the chunk. */
  function readPlain(chunk: string, start: number): number {
    let at = start;
    while (at < chunk.length) {
      const code = chunk.charCodeAt(at);
      if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
      at += 1;
    }
    if (at > start) {
      text += chunk.slice(start, at);
      if (text.length > MAX_CELL_LENGTH) throw new RangeError(`Record ${recordCount + 1} has no end.`);
      state = 'plain';
    }
    return at;
  }

  /** Returns the position after the sign at `at`, which is not within quotes. */
  function readSign(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    const wasCarriageReturn = isAfterCarriageReturn;
    isAfterCarriageReturn = false;
    if (code === LINE_FEED && wasCarriageReturn) return at + 1;
    if (code === QUOTE && state === 'quote-in-quoted') {
      text += '"';
      state = 'quoted';
    } else if (code === QUOTE && state === 'start') {
      isQuoted = true;
      state = 'quoted';
    } else if (code === separator) {
      endCell();
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      endRecord();
      isAfterCarriageReturn = code === CARRIAGE_RETURN;
    } else {
      return readPlain(chunk, at);
    }
    return at + 1;
  }

  function taken(): CsvRecord[] {
    const complete = records;
    records = [];
    return complete;
  }

  return {
    push: (chunk) => {
      let at = 0;
      while (at < chunk.length) at = state === 'quoted' ? readQuoted(chunk, at) : readSign(chunk, at);
      return taken();
    },
    finish: () => {
      if (cells.length > 0 || text !== '' || isQuoted) endRecord();
      return taken();
    },
    isWithinQuotes: () => state === 'quoted',
    nextRecord: () => recordCount + 1,
  };
}
