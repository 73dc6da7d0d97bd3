export interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Whether the quotes violate RFC 4180. The text may then include the content of other cells. */
  readonly isMisquoted: boolean;
}

export type CsvRecord = readonly CsvCell[];

/** Thrown if a quote is never closed. It would make the rest of the file a single cell. */
export class UnclosedQuoteError extends Error {
  override readonly name = 'UnclosedQuoteError';
  /** The 1-based number of the record with the quote, which is also the row's number in a spreadsheet. */
  readonly record: number;
  constructor(record: number) {
    super(`Record ${record} has a quote that is not closed.`);
    this.record = record;
  }
}

const LINE_BREAK = /[\r\n]/;
/** Whether a quoted cell of a record looks like the end of one row and the beginning of another, in a table with `width` columns. */
export function hasRowsInCell(record: CsvRecord, width: number, delimiter: string): boolean {
  return record.some(({ text, isQuoted }, place) => {
    if (!isQuoted || !LINE_BREAK.test(text)) return false;
    const counts = text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter).length - 1);
    const others = counts.slice(1, -1);
    return (
      width > 1 &&
      counts[0] === width - 1 - place &&
      counts.at(-1) === place &&
      others.every((count) => count === width - 1)
    );
  });
}

/** Matches the start of a quoted cell from a writer that adds spaces after each delimiter. */
const BLANKS_AND_QUOTE = /^\s+"/;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The longest cell. Text columns contain far less. The limit bounds the memory if a quote is not closed. */
const MAX_CELL_LENGTH = 16_000_000;
/** The most cells of a record. Spreadsheets have far fewer columns. The limit bounds the memory if a file has no line breaks. */
const MAX_CELLS = 1_000_000;

/**
 * Splits CSV (RFC 4180) into records, which end with CRLF, LF or CR. `push` takes consecutive parts of the file. A quote inside an
 * unquoted cell is text, and spaces after a closing quote are ignored. Other text after a closing quote means that a quote was not
 * doubled: the cell is misquoted. If such a cell also has a line break, it includes other rows. Its quote then counts as not closed,
 * unless `isTolerant` is true.
 */
export function createCsvSplitter(
  delimiter: string,
  { isTolerant = false }: { readonly isTolerant?: boolean } = {},
): {
  /** Throws an UnclosedQuoteError for an unclosed quote or a quoted cell that is too long, and a RangeError for an endless record. */
  readonly push: (chunk: string) => readonly CsvRecord[];
  /** Returns the last record if no line break follows it. */
  readonly finish: () => readonly CsvRecord[];
  readonly isWithinQuotes: () => boolean;
  /** Returns the 1-based number of the next record or of the one that is incomplete. */
  readonly nextRecord: () => number;
} {
  const separator = delimiter.charCodeAt(0);
  let records: CsvRecord[] = [];
  let recordCount = 0;
  let cells: CsvCell[] = [];
  let text = '';
  let isQuoted = false;
  let isMisquoted = false;
  /** The spaces after a closing quote. */
  let blanks = '';
  let state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';
  let isAfterCarriageReturn = false;

  function endCell(): void {
    if (cells.length === MAX_CELLS) throw new RangeError(`Record ${recordCount + 1} has no end.`);
    cells.push({ text, isQuoted, isMisquoted: isMisquoted || (!isQuoted && BLANKS_AND_QUOTE.test(text)) });
    text = '';
    blanks = '';
    isQuoted = false;
    isMisquoted = false;
    state = 'start';
  }

  function endRecord(): void {
    endCell();
    records.push(cells);
    recordCount += 1;
    cells = [];
  }

  /** Reads a part of a quoted cell from `start` on. Returns the position after it. */
  function readQuoted(chunk: string, start: number): number {
    const end = chunk.indexOf('"', start);
    text += chunk.slice(start, end === -1 ? chunk.length : end);
    if (text.length > MAX_CELL_LENGTH) throw new UnclosedQuoteError(recordCount + 1);
    if (end === -1) return chunk.length;
    state = 'quote-in-quoted';
    return end + 1;
  }

  /** Reads unquoted text from `start` on. Returns the position of the next delimiter or line break, or the end of the chunk. */
  function readPlain(chunk: string, start: number): number {
    let at = start;
    while (at < chunk.length) {
      const code = chunk.charCodeAt(at);
      if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
      at += 1;
    }
    if (at > start) {
      let part = chunk.slice(start, at);
      if (state === 'quote-in-quoted') {
        if (part.trim() === '') {
          blanks += part;
          if (blanks.length > MAX_CELL_LENGTH) throw new RangeError(`Record ${recordCount + 1} has no end.`);
          return at;
        }
        if (!isTolerant && LINE_BREAK.test(text)) throw new UnclosedQuoteError(recordCount + 1);
        isMisquoted = true;
        part = blanks + part;
        blanks = '';
      }
      text += part;
      if (text.length > MAX_CELL_LENGTH) throw new RangeError(`Record ${recordCount + 1} has no end.`);
      state = 'plain';
    }
    return at;
  }

  /** Reads the character at `at`, which is not inside quotes. Returns the position after it. */
  function readSign(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    const wasCarriageReturn = isAfterCarriageReturn;
    isAfterCarriageReturn = false;
    if (code === LINE_FEED && wasCarriageReturn) return at + 1;
    if (code === QUOTE && state === 'quote-in-quoted' && blanks === '') {
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
