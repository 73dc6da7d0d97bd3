import { isCsvNumber } from '../base/decimal-grammar';
import { parseDate } from '../formats/parse-date';
import type { CsvDialect } from './csv-dialect';
import { unguardFormulas } from './formula-guard';
import { blobText } from './blob-text';
import { createCsvSplitter, type CsvCell, type CsvRecord } from './csv-splitter';
import type { TableCell, TableColumn, TableRow } from './table-column';

export type ReadDialect = Pick<CsvDialect, 'delimiter' | 'decimal' | 'dateLocale' | 'guardsFormulas'> & {
  /** Whether `""` stands for null, as in files of a single column; otherwise it is an empty text. */
  readonly quotesNoValue?: boolean | undefined;
};

/** Reads rows that the CSV encoder has written, without the header. Cells that do not fit their column's type are texts. */
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

/** Returns the column names; an empty list for an empty file. */
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
    // The encoder quotes cells that do not fit their column's type, even if CSV does not require it.
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

/** Reads the short date of a locale with an optional time, as the CSV encoder writes it. Returns other text unchanged. */
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
