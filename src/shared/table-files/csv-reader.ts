import { parseDate } from '../formats/parse-date';
import type { CsvDialect, GUARD_VERSION } from './csv-dialect';
import { unguardFormulas } from './formula-guard';
import { blobText } from './blob-text';
import type { TableCell, TableColumn, TableRow } from './table-column';

/** The part of a dialect that reading depends on. */
export type ReadDialect = Pick<CsvDialect, 'delimiter' | 'decimal' | 'dateLocale' | 'guardsFormulas'> & {
  /** Version 1 guarded only ASCII signs, tabs and carriage returns at the start of a text. */
  readonly guardVersion: 1 | typeof GUARD_VERSION;
};

interface RawCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Reads the rows that the CSV encoder has written, without the header. Returns misfits of a column's type as text. */
export async function* readCsv(
  file: Blob,
  columns: readonly Pick<TableColumn, 'type'>[],
  dialect: ReadDialect,
): AsyncGenerator<TableRow> {
  const readers = columns.map(({ type }) => cellReader(type, dialect));
  let isHeader = true;
  for await (const record of records(file, dialect.delimiter)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    yield Array.from({ length: Math.max(record.length, columns.length) }, (_, index) => {
      const cell = record[index];
      if (cell === undefined || (cell.text === '' && !cell.isQuoted)) return null;
      return readers[index]?.(cell) ?? cell.text;
    });
  }
}

/** Returns the column names; none for an empty file. */
export async function readCsvHeader(
  file: Blob,
  dialect: Omit<ReadDialect, 'decimal' | 'dateLocale'>,
): Promise<readonly string[]> {
  for await (const record of records(file, dialect.delimiter)) {
    return record.map(({ text }) => unguarded(text, dialect));
  }
  return [];
}

function cellReader(type: TableColumn['type'], dialect: ReadDialect): (cell: RawCell) => TableCell {
  if (type === 'text') return ({ text }) => unguarded(text, dialect);
  const readValue = valueReader(type, dialect);
  return ({ text, isQuoted }) => {
    // The encoder quotes misfits of the column's type even if CSV does not require it.
    const isValue = !isQuoted || text.includes(dialect.delimiter);
    const plain = unguarded(text, dialect);
    return isValue && plain === text ? readValue(text) : plain;
  };
}

function valueReader(
  type: Exclude<TableColumn['type'], 'text'>,
  { decimal, dateLocale }: ReadDialect,
): (text: string) => TableCell {
  switch (type) {
    case 'number':
      return (text) => (/^-?\d/.test(text) ? text.replace(decimal, '.') : text);
    case 'date':
      return (text) => (dateLocale === null ? text : isoOf(text, dateLocale));
    case 'boolean':
      return (text) => BOOLEANS.get(text) ?? text;
  }
}

const BOOLEANS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

function unguarded(
  text: string,
  { guardsFormulas, guardVersion }: Pick<ReadDialect, 'guardsFormulas' | 'guardVersion'>,
): string {
  if (!guardsFormulas) return text;
  if (guardVersion === 1) return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
  return unguardFormulas(text);
}

/** Reads the short date of a locale with an optional time. */
function isoOf(text: string, locale: string): string {
  const match = /^(.*?)(?: (\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, day = '', time, fraction = '', offset = ''] = match ?? [];
  const date = parseDate(day, { locale });
  if (!date.ok) return text;
  if (time === undefined) return date.value;
  return `${date.value.slice(0, 10)}T${time}${fraction === '' ? '' : `.${fraction}`}${offset}`;
}

/** Splits CSV into records (RFC 4180). */
async function* records(file: Blob, delimiter: string): AsyncGenerator<RawCell[]> {
  let cells: RawCell[] = [];
  let text = '';
  let state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';
  let wasQuoted = false;
  let isEmptyRecord = true;

  function endCell(): void {
    cells.push({ text, isQuoted: wasQuoted });
    text = '';
    wasQuoted = false;
    state = 'start';
  }

  for await (const chunk of blobText(file)) {
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at);
      if (state === 'quoted') {
        if (character === '"') state = 'quote-in-quoted';
        else text += character;
        continue;
      }
      if (state === 'quote-in-quoted' && character === '"') {
        text += '"';
        state = 'quoted';
        continue;
      }
      if (state === 'start' && character === '"') {
        wasQuoted = true;
        isEmptyRecord = false;
        state = 'quoted';
      } else if (character === delimiter) {
        isEmptyRecord = false;
        endCell();
      } else if (character === '\n') {
        endCell();
        yield cells;
        cells = [];
        isEmptyRecord = true;
      } else if (character !== '\r') {
        isEmptyRecord = false;
        state = 'plain';
        text += character;
      }
    }
  }
  if (!isEmptyRecord) {
    endCell();
    yield cells;
  }
}
