import { isCsvNumber } from '../base/decimal-grammar';
import { parseDate } from '../formats/parse-date';
import type { CsvDialect } from './csv-dialect';
import { unguardFormulas } from './formula-guard';
import { blobText } from './blob-text';
import { createCsvSplitter, type CsvCell, type CsvRecord } from './csv-splitter';
import type { TableCell, TableColumn, TableRow } from './table-column';

export type ReadDialect = Pick<CsvDialect, 'delimiter' | 'decimal' | 'dateLocale' | 'guardsFormulas'> & {
  /** Whether `""` means null, as in files with a single column. If not, it means an empty text. */
  readonly quotesNoValue?: boolean | undefined;
};

/** Reads the rows below the header of a file from the CSV encoder. A cell that does not fit its column's type becomes a text. */
export async function* readCsv(
  file: Blob,
  columns: readonly Pick<TableColumn, 'type'>[],
  dialect: ReadDialect,
): AsyncGenerator<TableRow> {
  const readers = columns.map(({ type }) => cellReader(type, dialect));
  let isHeader = true;
  for await (const records of recordsOf(file, dialect.delimiter)) {
    for (const record of records) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      yield Array.from({ length: Math.max(record.length, columns.length) }, (_, index) => {
        const cell = record[index];
        if (cell === undefined || (cell.text === '' && (!cell.isQuoted || dialect.quotesNoValue === true)))
          return null;
        return readers[index]?.(cell) ?? cell.text;
      });
    }
  }
}

/** Returns the column names, or an empty list if the file is empty. */
export async function readCsvHeader(
  file: Blob,
  dialect: Omit<ReadDialect, 'decimal' | 'dateLocale'>,
): Promise<readonly string[]> {
  for await (const [header] of recordsOf(file, dialect.delimiter)) {
    if (header !== undefined) return header.map(({ text }) => unguarded(text, dialect));
  }
  return [];
}

function cellReader(type: TableColumn['type'], dialect: ReadDialect): (cell: CsvCell) => TableCell {
  if (type === 'text') return ({ text }) => unguarded(text, dialect);
  const readValue = valueReader(type, dialect);
  return ({ text, isQuoted }) => {
    // The encoder quotes a cell that does not fit its column's type, even if CSV does not require quotes.
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
      return (text) => {
        const number = text.replace(decimal, '.');
        return isCsvNumber(number) ? number : text;
      };
    case 'date':
      return (text) => (dateLocale === null ? text : isoOfExported(text, dateLocale));
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

function unguarded(text: string, { guardsFormulas }: Pick<ReadDialect, 'guardsFormulas'>): string {
  return guardsFormulas ? unguardFormulas(text) : text;
}

/** Converts a date from the CSV encoder (a locale's short date with an optional time) to ISO. Returns other text unchanged. */
export function isoOfExported(text: string, locale: string): string {
  const match = /^(.*?)(?: (\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, day = '', time, fraction = '', offset = ''] = match ?? [];
  const date = parseDate(day, { locale });
  if (!date.ok) return text;
  if (time === undefined) return date.value;
  return `${date.value.slice(0, 10)}T${time}${fraction === '' ? '' : `.${fraction}`}${offset}`;
}

async function* recordsOf(file: Blob, delimiter: string): AsyncGenerator<readonly CsvRecord[]> {
  const splitter = createCsvSplitter(delimiter);
  for await (const chunk of blobText(file)) yield splitter.push(chunk);
  yield splitter.finish();
}
