import { blobText } from '@/lib/table-files/blob-text';
import { createCsvSplitter, hasRowsInCell, type CsvRecord } from '@/lib/table-files/csv-splitter';
import { plainCell, type CellRow } from './cell-values';
import { findCsvLayout, isBlank } from './csv-layout';
import {
  firstRowsOf,
  MOST_COLUMNS,
  problem,
  SAMPLED_ROWS,
  sampledRows,
  type CsvLayout,
  type FileCell,
  type FileColumn,
  type OutlineChoices,
} from './file-outline';
import { RECOGNISED_BYTES, type RecognisedFile } from './recognise-file';
import { scanText } from './scan-text';
import {
  NOTHING_FOUND,
  type CellRows,
  type TableFile,
  type TableLayout,
  type TableOutline,
} from './table-file';

export function csvFile(file: Blob): TableFile {
  return {
    outline: (found, choices, onProgress) => csvOutline(file, found, choices, onProgress),
    rows: (layout, wanted) => csvRows(file, layout, wanted),
  };
}

/** Reads the outline of a CSV file in one pass through the file. */
async function csvOutline(
  file: Blob,
  found: RecognisedFile,
  choices: OutlineChoices,
  onProgress: (share: number) => void,
): Promise<TableOutline> {
  const isMarked = found.kind === 'text' && found.hasByteOrderMark;
  const encoding = choices.encoding ?? (found.kind === 'text' ? found.encoding : 'utf-8');
  const { lineCount, problem: fault } = await scanText(file, encoding, onProgress);
  if (fault !== null) throw problem(fault);
  const head = await headText(file, encoding);
  const { delimiter, recordsBefore } = findCsvLayout(head.text, head.isWhole, choices.delimiter);
  const headerRow = choices.headerRow ?? recordsBefore + 1;
  const { records, isWhole } = await sampledRecords(file, { encoding, delimiter }, headerRow);
  const [header = [], ...rows] = records.slice(headerRow - 1);
  if (header.length > MOST_COLUMNS) throw problem({ kind: 'too-many-columns', count: header.length });
  const filled = rows.filter(isRow);
  if (filled.length === 0) throw problem(isBlank(header) ? { kind: 'empty' } : { kind: 'no-rows' });
  const misquoted = records.findIndex(
    (record, index) => index >= headerRow - 1 && isMisquoted(record, header.length, delimiter),
  );
  const isGuessed = found.kind === 'text' && found.isGuessed && choices.encoding === undefined;
  const otherThanUtf8 = isGuessed ? await lineWithoutUtf8(file) : null;
  const csv: CsvLayout = {
    encoding,
    otherThanUtf8,
    delimiter,
    hasByteOrderMark: isMarked,
    misquotedRow: misquoted === -1 ? null : misquoted + 1,
  };
  const sampled = filled.slice(0, sampledRows(header.length));
  const columns = header.map(({ text }, index): FileColumn => ({
    name: text.trim(),
    isReadable: true,
    cells: sampled.map((record) => csvCell(record[index])),
  }));
  const numbered = records.map((record, index) => ({
    row: index + 1,
    texts: record.map(({ text }) => text),
  }));
  return {
    csv,
    headerRow,
    firstRows: firstRowsOf(numbered, isWhole, headerRow),
    columns,
    rowCount: isWhole ? filled.length : Math.max(filled.length, lineCount - headerRow),
    isRowCountExact: isWhole,
  };
}

async function lineWithoutUtf8(file: Blob): Promise<number | null> {
  const { problem: fault } = await scanText(file, 'utf-8');
  return fault?.kind === 'wrong-encoding' ? fault.line : null;
}

async function* csvRows(
  file: Blob,
  { csv, headerRow, columnNames }: TableLayout,
  wanted: readonly number[],
): CellRows {
  if (csv === null) return NOTHING_FOUND;
  const width = columnNames.length;
  const counts = { ...NOTHING_FOUND.counts };
  const splitter = createCsvSplitter(csv.delimiter);
  let recordCount = 0;
  const rowsIn = (records: readonly CsvRecord[]) =>
    records.flatMap((record): CellRow[] => {
      recordCount += 1;
      if (recordCount < headerRow) return [];
      if (isMisquoted(record, width, csv.delimiter)) {
        counts.misquotedRows += 1;
        counts.misquotedRow ??= recordCount;
      }
      if (recordCount === headerRow) return [];
      if (!isRow(record)) {
        if (record.length > 1) counts.blankRows += 1;
        return [];
      }
      if (record.length > width && !isBlank(record.slice(width))) {
        throw problem({ kind: 'too-many-values', record: recordCount });
      }
      if (record.length < width) counts.shortRows += 1;
      return [wanted.map((columnIndex) => csvCell(record[columnIndex]))];
    });
  for await (const chunk of blobText(file, { encoding: csv.encoding, isFatal: true })) {
    yield rowsIn(splitter.push(chunk));
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  yield rowsIn(splitter.finish());
  return { ...NOTHING_FOUND, counts };
}

/** Whether a record is a row of the table. A blank line is not, but an empty cell in quotes is. */
function isRow(record: CsvRecord): boolean {
  return !isBlank(record) || record.some(({ isQuoted }) => isQuoted);
}

function isMisquoted(record: CsvRecord, width: number, delimiter: string): boolean {
  return record.some((cell) => cell.isMisquoted) || hasRowsInCell(record, width, delimiter);
}

/** Returns null for an empty cell, because few programs distinguish a missing value from an empty text in CSV, even with quotes. */
function csvCell(cell: CsvRecord[number] | undefined): FileCell | null {
  if (cell === undefined || cell.text === '') return null;
  return plainCell('written', cell.text);
}

async function headText(
  file: Blob,
  encoding: string,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const bytes = await file.slice(0, RECOGNISED_BYTES).arrayBuffer();
  const isWhole = file.size <= RECOGNISED_BYTES;
  return { text: new TextDecoder(encoding).decode(bytes, { stream: !isWhole }), isWhole };
}

/** The maximum number of records that are read to find the first rows. Only a file that consists mostly of blank lines has more. */
const MOST_RECORDS = 100_000;

async function sampledRecords(
  file: Blob,
  { encoding, delimiter }: Pick<CsvLayout, 'encoding' | 'delimiter'>,
  headerRow: number,
): Promise<{ readonly records: readonly CsvRecord[]; readonly isWhole: boolean }> {
  const splitter = createCsvSplitter(delimiter);
  const records: CsvRecord[] = [];
  let filled = 0;
  for await (const chunk of blobText(file, { encoding })) {
    for (const record of splitter.push(chunk)) {
      records.push(record);
      if (isRow(record)) filled += 1;
    }
    if (filled > SAMPLED_ROWS + headerRow || records.length > MOST_RECORDS)
      return { records, isWhole: false };
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  return { records: [...records, ...splitter.finish()], isWhole: true };
}
