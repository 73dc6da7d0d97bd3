import { blobText } from '@/shared/table-files/blob-text';
import { createCsvSplitter, type CsvRecord } from '@/shared/table-files/csv-splitter';
import { plainCell, type CellRow } from './cell-values';
import type { NamedBlob } from './chosen-files';
import { findCsvLayout, isBlank } from './csv-layout';
import {
  doubledNames,
  firstRowsOf,
  MOST_COLUMNS,
  problem,
  SAMPLED_ROWS,
  sampledRows,
  type CsvLayout,
  type FileAbout,
  type FileCell,
  type FileColumn,
  type FileOutline,
  type OutlineChoices,
} from './file-outline';
import { RECOGNISED_BYTES, type RecognisedFile } from './recognise-file';
import { scanText } from './scan-text';

/** Scans a CSV file once and returns its outline. Rejects with FileProblemError. */
export async function csvOutline(
  about: FileAbout,
  file: NamedBlob,
  found: RecognisedFile,
  choices: OutlineChoices,
  onProgress: (share: number) => void,
): Promise<FileOutline> {
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
  const filled = rows.filter((record) => !isBlank(record));
  if (filled.length === 0) throw problem(isBlank(header) ? { kind: 'empty' } : { kind: 'no-rows' });
  const hasEmptyTexts = filled.some((record) =>
    record.some(({ text, isQuoted }) => text === '' && !isQuoted),
  );
  const isGuessed = found.kind === 'text' && found.isGuessed && choices.encoding === undefined;
  const otherThanUtf8 = isGuessed ? await lineWithoutUtf8(file) : null;
  const csv: CsvLayout = { encoding, otherThanUtf8, delimiter, hasByteOrderMark: isMarked, hasEmptyTexts };
  const sampled = filled.slice(0, sampledRows(header.length));
  const columns = header.map(({ text }, index): FileColumn => ({
    name: text.trim(),
    isReadable: true,
    cells: sampled.map((record) => csvCell(record[index], csv)),
  }));
  const numbered = records.map((record, index) => ({
    row: index + 1,
    texts: record.map(({ text }) => text),
  }));
  return {
    ...about,
    csv,
    headerRow,
    firstRows: firstRowsOf(numbered, isWhole, headerRow),
    columns,
    doubledHeaders: doubledNames(columns),
    rowCount: isWhole ? filled.length : Math.max(filled.length, lineCount - headerRow),
    isRowCountExact: isWhole,
  };
}

async function lineWithoutUtf8(file: NamedBlob): Promise<number | null> {
  const { problem: fault } = await scanText(file, 'utf-8');
  return fault?.kind === 'wrong-encoding' ? fault.line : null;
}

/** How rows of a CSV file are read. */
export interface CsvReading {
  readonly csv: CsvLayout;
  readonly headerRow: number;
  /** Columns that have a header. */
  readonly width: number;
  /** The places of the columns that are read. */
  readonly wanted: readonly number[];
  /** Counts rows that end before the last header. */
  readonly onShortRow: () => void;
}

/** Yields the rows of a CSV file. Rejects with FileProblemError. */
export async function* csvRows(
  file: NamedBlob,
  { csv, headerRow, width, wanted, onShortRow }: CsvReading,
): AsyncGenerator<readonly CellRow[]> {
  const splitter = createCsvSplitter(csv.delimiter);
  let recordCount = 0;
  const rowsIn = (records: readonly CsvRecord[]) =>
    records.flatMap((record): CellRow[] => {
      recordCount += 1;
      if (recordCount <= headerRow || isBlank(record)) return [];
      if (record.length > width && !isBlank(record.slice(width))) {
        throw problem({ kind: 'too-many-values', record: recordCount });
      }
      if (record.length < width) onShortRow();
      return [wanted.map((columnIndex) => csvCell(record[columnIndex], csv))];
    });
  for await (const chunk of blobText(file, { encoding: csv.encoding, isFatal: true })) {
    yield rowsIn(splitter.push(chunk));
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  yield rowsIn(splitter.finish());
}

/** Returns null for a cell without a value. */
function csvCell(cell: CsvRecord[number] | undefined, { hasEmptyTexts }: CsvLayout): FileCell | null {
  if (cell === undefined || (cell.text === '' && !(cell.isQuoted && hasEmptyTexts))) return null;
  return plainCell('written', cell.text);
}

async function headText(
  file: NamedBlob,
  encoding: string,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const bytes = await file.slice(0, RECOGNISED_BYTES).arrayBuffer();
  const isWhole = file.size <= RECOGNISED_BYTES;
  return { text: new TextDecoder(encoding).decode(bytes, { stream: !isWhole }), isWhole };
}

/** The most records that are looked at, most of which are blank, or there would be enough rows. */
const MOST_RECORDS = 100_000;

async function sampledRecords(
  file: NamedBlob,
  { encoding, delimiter }: Pick<CsvLayout, 'encoding' | 'delimiter'>,
  headerRow: number,
): Promise<{ readonly records: readonly CsvRecord[]; readonly isWhole: boolean }> {
  const splitter = createCsvSplitter(delimiter);
  const records: CsvRecord[] = [];
  let filled = 0;
  for await (const chunk of blobText(file, { encoding })) {
    for (const record of splitter.push(chunk)) {
      records.push(record);
      if (!isBlank(record)) filled += 1;
    }
    if (filled > SAMPLED_ROWS + headerRow || records.length > MOST_RECORDS)
      return { records, isWhole: false };
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  return { records: [...records, ...splitter.finish()], isWhole: true };
}
