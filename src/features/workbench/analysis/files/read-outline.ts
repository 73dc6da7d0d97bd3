import type { Certificate } from '@/shared/certificates/certificate';
import {
  certifiedHeader,
  certifiedRows,
  ownCertificate,
  readCertificate,
} from '@/shared/certificates/certified-file';
import { parseJson } from '@/shared/http/parse-json';
import { blobText } from '@/shared/table-files/blob-text';
import { createCsvSplitter, type CsvRecord } from '@/shared/table-files/csv-splitter';
import { BLOCK_ROWS } from '@/shared/table-files/row-digest';
import type { ReadableWorkbook, SheetCell } from '@/shared/table-files/xlsx-reader';
import { findCsvLayout, headerPlace, isBlank } from './csv-layout';
import {
  FileProblemError,
  MOST_COLUMNS,
  SAMPLED_ROWS,
  type CsvLayout,
  type FileCell,
  type FileColumn,
  type FileOutline,
  type FileProblem,
  type OutlineChoices,
} from './file-outline';
import { RECOGNISED_BYTES, recogniseFile, type RecognisedFile } from './recognise-file';

/** Files that were chosen together, as far as reading them needs. */
export type NamedBlob = Blob & Pick<File, 'name' | 'lastModified'>;

/** Files chosen together: the parts of a table, and what certifies them. */
export interface SortedFiles {
  /** In the order of their names. */
  readonly parts: readonly NamedBlob[];
  readonly certificate: Certificate | null;
}

/** Certificates are smaller; a larger JSON file is a table. */
const MOST_CERTIFICATE_BYTES = 64_000_000;

/** Finds the certificate among the files by its content, since files may have been renamed. */
export async function sortFiles(files: readonly NamedBlob[]): Promise<SortedFiles> {
  const parts: NamedBlob[] = [];
  let certificate: Certificate | null = null;
  for (const file of files) {
    const isJson = file.name.toLowerCase().endsWith('.json') && file.size < MOST_CERTIFICATE_BYTES;
    const read = isJson ? readCertificate(await file.text()) : null;
    if (read === null) parts.push(file);
    else certificate ??= read;
  }
  return {
    parts: parts.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    certificate,
  };
}

/** Reads what files say of themselves. Rejects with FileProblemError, or as the browser does for what it cannot read. */
export async function readOutline(
  files: readonly NamedBlob[],
  choices: OutlineChoices = {},
): Promise<FileOutline> {
  const { parts, certificate: beside } = await sortFiles(files);
  const [first, ...others] = parts;
  if (first === undefined) {
    throw problem(
      beside === null ? { kind: 'empty' } : { kind: 'certificate-only', fileName: beside.file.name },
    );
  }
  const found = recogniseFile(new Uint8Array(await first.slice(0, RECOGNISED_BYTES).arrayBuffer()));
  const format = await formatOf(first, found);
  const own = format === 'xlsx' || format === 'parquet' ? await ownCertificate(format, first) : null;
  const certificate = own ?? beside;
  const isCertified = certificate !== null && (await fits(first, format, found, certificate));
  if (others.length > 0 && !isCertified) throw problem({ kind: 'several-files' });
  const about = {
    name: first.name,
    format,
    byteCount: parts.reduce((count, { size }) => count + size, 0),
    modifiedAtMs: first.lastModified,
    csv: null,
    sheets: [],
    sheet: null,
    rowsBefore: 0,
    doubledHeaders: [],
    certificate: null,
    hasOtherCertificate: certificate !== null && !isCertified,
  };
  if (isCertified) return certifiedOutline(about, parts, certificate);
  switch (format) {
    case 'csv':
      return csvOutline(about, first, found, choices);
    case 'json-lines':
      return jsonLinesOutline(about, first);
    case 'xlsx':
      return workbookOutline(about, first, choices);
    case 'parquet':
      return parquetOutline(about, first);
  }
}

/** What all outlines have in common. */
type About = Omit<FileOutline, 'columns' | 'rowCount' | 'isRowCountExact'>;

export function problem(of: FileProblem): FileProblemError {
  return new FileProblemError(of);
}

async function formatOf(file: NamedBlob, found: RecognisedFile): Promise<FileOutline['format']> {
  switch (found.kind) {
    case 'empty':
      throw problem({ kind: 'empty' });
    case 'foreign':
      throw problem(found);
    case 'parquet':
      return 'parquet';
    case 'zip':
      await requireWorkbook(file);
      return 'xlsx';
    case 'text':
      return (await isJsonLines(file)) ? 'json-lines' : 'csv';
  }
}

/** Other programs, too, put their documents into archives. */
async function requireWorkbook(file: NamedBlob): Promise<void> {
  const { openZip } = await import('@/shared/table-files/zip-reader');
  const zip = await openZip(file);
  if (zip === null) throw problem({ kind: 'damaged' });
  if ((await zip.entry('xl/workbook.xml')) !== null) return;
  const isOpenDocument = (await zip.entry('mimetype')) !== null;
  throw problem({ kind: 'foreign', found: isOpenDocument ? 'open-document' : 'archive' });
}

async function isJsonLines(file: NamedBlob): Promise<boolean> {
  const text = await file.slice(0, RECOGNISED_BYTES).text();
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) {
    const line = start.split('\n', 1)[0] ?? '';
    if (line.length === start.length && file.size > RECOGNISED_BYTES)
      throw problem({ kind: 'foreign', found: 'json' });
    if (isObject(parsed(line))) return true;
    throw problem({ kind: 'foreign', found: 'json' });
  }
  // A list is JSON, too, but a text may begin with a bracket.
  if (/^\[\s*(?:\{\s*"|\[)/.test(start)) throw problem({ kind: 'foreign', found: 'json' });
  return false;
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a certificate is that of the file, and the file still has the columns that it lists. */
async function fits(
  file: NamedBlob,
  format: FileOutline['format'],
  found: RecognisedFile,
  certificate: Certificate,
): Promise<boolean> {
  if (certificate.file.format !== format || certificate.digest.blockRows !== BLOCK_ROWS) return false;
  if (found.kind === 'text' && found.encoding !== 'utf-8') return false;
  const header = await certifiedHeader(file, certificate);
  const names = certificate.columns.map(({ name }) => name);
  return header === null || header.join('\n') === names.join('\n');
}

async function certifiedOutline(
  about: About,
  parts: readonly NamedBlob[],
  certificate: Certificate,
): Promise<FileOutline> {
  const columns = certificate.columns.map(({ name }): SampledColumn => ({
    name,
    isReadable: true,
    cells: [],
  }));
  let sampled = 0;
  sampling: for (const part of parts) {
    for await (const row of await certifiedRows(part, certificate)) {
      for (const [index, { cells }] of columns.entries()) cells.push(valueCell(row[index] ?? null));
      sampled += 1;
      if (sampled === SAMPLED_ROWS) break sampling;
    }
  }
  if (sampled === 0) throw problem({ kind: 'no-rows' });
  return { ...about, columns, rowCount: certificate.rows.written, isRowCountExact: true, certificate };
}

type SampledColumn = Omit<FileColumn, 'cells'> & { readonly cells: (FileCell | null)[] };

/** A cell of a file that knows types. */
export function valueCell(value: string | boolean | null): FileCell | null {
  return value === null ? null : { kind: 'value', text: String(value), moment: null, isMoment: false };
}

async function csvOutline(
  about: About,
  file: NamedBlob,
  found: RecognisedFile,
  choices: OutlineChoices,
): Promise<FileOutline> {
  const isMarked = found.kind === 'text' && found.hasByteOrderMark;
  const guessed = found.kind === 'text' ? found.encoding : 'utf-8';
  const { encoding, lineCount } = await scanText(
    file,
    choices.encoding ?? guessed,
    choices.encoding !== undefined,
  );
  const head = await headText(file, encoding);
  const { delimiter, recordsBefore } = findCsvLayout(head.text, head.isWhole, choices.delimiter);
  const { records, isWhole } = await sampledRecords(file, { encoding, delimiter }, recordsBefore);
  const [header = [], ...rows] = records.slice(recordsBefore);
  if (header.length > MOST_COLUMNS) throw problem({ kind: 'too-many-columns', count: header.length });
  const filled = rows.filter((record) => !isBlank(record));
  if (filled.length === 0) throw problem(isBlank(header) ? { kind: 'empty' } : { kind: 'no-rows' });
  const hasEmptyTexts = filled.some((record) =>
    record.some(({ text, isQuoted }) => text === '' && !isQuoted),
  );
  const csv: CsvLayout = { encoding, delimiter, hasByteOrderMark: isMarked, hasEmptyTexts };
  const sampled = filled.slice(0, SAMPLED_ROWS);
  const columns = header.map(({ text }, index): FileColumn => ({
    name: text.trim(),
    isReadable: true,
    cells: sampled.map((record) => csvCell(record[index], csv)),
  }));
  return {
    ...about,
    csv,
    rowsBefore: recordsBefore,
    columns,
    doubledHeaders: doubledNames(columns),
    rowCount: isWhole ? filled.length : Math.max(filled.length, lineCount - recordsBefore - 1),
    isRowCountExact: isWhole,
  };
}

/** Returns null for a cell without a value. */
export function csvCell(cell: CsvRecord[number] | undefined, { hasEmptyTexts }: CsvLayout): FileCell | null {
  if (cell === undefined || (cell.text === '' && !(cell.isQuoted && hasEmptyTexts))) return null;
  return { kind: 'written', text: cell.text, moment: null, isMoment: false };
}

/**
 * Goes through the whole text once: bytes that are no UTF-8 may come late, and lines tell how many rows there are. Decoding
 * takes far less time than anything that is done with the rows.
 */
async function scanText(
  file: NamedBlob,
  encoding: string,
  isChosen: boolean,
): Promise<{ readonly encoding: string; readonly lineCount: number }> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const reader = file.stream().getReader();
  let lineCount = 0;
  let hasFailed = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (let at = value.indexOf(LINE_FEED); at !== -1; at = value.indexOf(LINE_FEED, at + 1)) lineCount += 1;
    if (!hasFailed) hasFailed = !decodes(decoder, value);
  }
  if (hasFailed && (isChosen || encoding !== 'utf-8')) throw problem({ kind: 'damaged' });
  return { encoding: hasFailed ? 'windows-1252' : encoding, lineCount };
}

const LINE_FEED = 0x0a;

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function headText(
  file: NamedBlob,
  encoding: string,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const bytes = await file.slice(0, RECOGNISED_BYTES).arrayBuffer();
  const isWhole = file.size <= RECOGNISED_BYTES;
  return { text: new TextDecoder(encoding).decode(bytes, { stream: !isWhole }), isWhole };
}

async function sampledRecords(
  file: NamedBlob,
  { encoding, delimiter }: Pick<CsvLayout, 'encoding' | 'delimiter'>,
  recordsBefore: number,
): Promise<{ readonly records: readonly CsvRecord[]; readonly isWhole: boolean }> {
  const splitter = createCsvSplitter(delimiter);
  const records: CsvRecord[] = [];
  let filled = 0;
  for await (const chunk of blobText(file, { encoding })) {
    for (const record of splitter.push(chunk)) {
      records.push(record);
      if (!isBlank(record)) filled += 1;
    }
    if (filled > SAMPLED_ROWS + recordsBefore + 1) return { records, isWhole: false };
  }
  if (splitter.isWithinQuotes()) throw problem({ kind: 'unclosed-quote', record: splitter.nextRecord() });
  return { records: [...records, ...splitter.finish()], isWhole: true };
}

function doubledNames(columns: readonly Pick<FileColumn, 'name'>[]): readonly string[] {
  const names = columns.map(({ name }) => name).filter((name) => name !== '');
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

async function jsonLinesOutline(about: About, file: NamedBlob): Promise<FileOutline> {
  const columns = new Map<string, { isReadable: boolean; cells: (FileCell | null)[] }>();
  let rowCount = 0;
  let lengths = 0;
  let isWhole = true;
  for await (const lines of jsonLines(file)) {
    for (const line of lines) {
      for (const [name, value] of Object.entries(line.members)) {
        const column = columns.get(name) ?? { isReadable: true, cells: [] };
        columns.set(name, column);
        while (column.cells.length < rowCount) column.cells.push(null);
        const cell = jsonCell(value);
        if (cell === undefined) column.isReadable = false;
        column.cells.push(cell ?? null);
      }
      rowCount += 1;
      lengths += line.length;
    }
    if (rowCount < SAMPLED_ROWS) continue;
    isWhole = false;
    break;
  }
  if (rowCount === 0) throw problem({ kind: 'empty' });
  return {
    ...about,
    columns: Array.from(columns, ([name, { isReadable, cells }]) => ({
      name,
      isReadable,
      cells: Array.from({ length: Math.min(rowCount, SAMPLED_ROWS) }, (_, row) => cells[row] ?? null),
    })),
    rowCount: isWhole ? rowCount : Math.ceil((file.size * rowCount) / lengths),
    isRowCountExact: isWhole,
  };
}

/** Yields the objects of JSON lines. Rejects with FileProblemError for a line that is none. */
export async function* jsonLines(
  file: NamedBlob,
): AsyncGenerator<
  readonly { readonly members: Readonly<Record<string, unknown>>; readonly length: number }[]
> {
  let rest = '';
  const read = (line: string) => {
    const members = parsed(line);
    if (!isObject(members)) throw problem({ kind: 'damaged' });
    return { members, length: line.length + 1 };
  };
  const isFilled = (line: string) => line.trim() !== '';
  for await (const chunk of blobText(file, { isFatal: true })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter(isFilled).map(read);
  }
  if (isFilled(rest)) yield [read(rest)];
}

/** Undefined for lists and objects. */
export function jsonCell(value: unknown): FileCell | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return valueCell(value);
  return typeof value === 'number' ? valueCell(String(value)) : undefined;
}

async function workbookOutline(about: About, file: NamedBlob, choices: OutlineChoices): Promise<FileOutline> {
  const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
  const workbook = await openWorkbook(file);
  const sheets = workbook?.sheetTitles.filter((title) => !workbook.hiddenTitles.has(title)) ?? [];
  if (workbook === null || sheets.length === 0) throw problem({ kind: 'damaged' });
  let sampled: SampledSheet | null = null;
  for (const sheet of choices.sheet === undefined ? sheets : [choices.sheet]) {
    sampled = await sampledSheet(workbook, sheet);
    if (sampled.rows.length > 0) break;
  }
  if (sampled === null || sampled.rows.length === 0) throw problem({ kind: 'empty' });
  const [header, ...rows] = sampled.rows.slice(sampled.rowsBefore);
  const filled = rows.filter((row) => row.size > 0).slice(0, SAMPLED_ROWS);
  if (filled.length === 0) throw problem({ kind: 'no-rows' });
  const width = Math.max(...[header, ...filled].flatMap((row) => [...(row?.keys() ?? [])])) + 1;
  const columns = Array.from({ length: width }, (_, index): FileColumn => ({
    name: header?.get(index)?.text.trim() ?? '',
    isReadable: true,
    cells: filled.map((row) => {
      const cell = row.get(index);
      return cell === undefined ? null : sheetCell(cell, workbook);
    }),
  }));
  const { sheet, rowsBefore, isWhole } = sampled;
  return {
    ...about,
    sheets,
    sheet,
    rowsBefore,
    columns,
    doubledHeaders: doubledNames(columns),
    rowCount: isWhole ? filled.length : (await workbook.countRows(sheet)) - rowsBefore - 1,
    isRowCountExact: isWhole,
  };
}

interface SampledSheet {
  readonly sheet: string;
  /** By the place of the column; without the rows after those that are looked at. */
  readonly rows: readonly ReadonlyMap<number, SheetCell>[];
  readonly rowsBefore: number;
  readonly isWhole: boolean;
}

async function sampledSheet(workbook: ReadableWorkbook, sheet: string): Promise<SampledSheet> {
  const rows: ReadonlyMap<number, SheetCell>[] = [];
  let isWhole = true;
  for await (const part of workbook.cells(sheet)) {
    for (const cells of part)
      rows.push(new Map(cells.filter(isFilledCell).map((cell) => [cell.columnIndex, cell])));
    if (rows.length <= SAMPLED_ROWS + MOST_ROWS_BEFORE) continue;
    isWhole = false;
    break;
  }
  const firstRows = rows.slice(0, MOST_ROWS_BEFORE).map((row) => {
    const width = row.size === 0 ? 0 : Math.max(...row.keys()) + 1;
    return Array.from({ length: width }, (_, index) => ({ text: row.get(index)?.text ?? '' }));
  });
  return {
    sheet,
    rows: rows.some(({ size }) => size > 0) ? rows : [],
    rowsBefore: headerPlace(firstRows),
    isWhole,
  };
}

/** Titles are a few rows. */
const MOST_ROWS_BEFORE = 100;

/** Formulas of many tables result in empty texts. */
export function isFilledCell({ text }: SheetCell): boolean {
  return text !== '';
}

/** Returns the cell of a workbook with what its number may stand for. */
export function sheetCell(cell: SheetCell, workbook: Pick<ReadableWorkbook, 'valueOf'>): FileCell {
  if (cell.kind === 'text' || cell.kind === 'error') {
    return { kind: 'written', text: cell.text, moment: null, isMoment: false };
  }
  if (cell.kind === 'boolean')
    return { kind: 'value', text: cell.text === '1' ? 'true' : 'false', moment: null, isMoment: false };
  const moment = workbook.valueOf(cell, 'date');
  const isMoment = cell.isDate && typeof moment === 'string' && moment !== cell.text;
  return {
    kind: 'number',
    text: String(workbook.valueOf(cell, 'number')),
    moment: typeof moment === 'string' && moment !== cell.text ? moment : null,
    isMoment,
  };
}

async function parquetOutline(about: About, file: NamedBlob): Promise<FileOutline> {
  const { parquetTable, readParquet } = await import('@/shared/table-files/parquet-reader');
  const table = await parquetTable(file).catch((error: unknown) => {
    throw isOfBrowser(error) ? error : problem({ kind: 'damaged' });
  });
  if (table.unknownCompression.length > 0)
    throw problem({ kind: 'compression', names: table.unknownCompression });
  if (table.rowCount === 0) throw problem({ kind: 'no-rows' });
  const columns = table.columns.map(({ name, isReadable }): SampledColumn => ({
    name,
    isReadable,
    cells: [],
  }));
  const readable = columns.filter(({ isReadable }) => isReadable);
  let sampled = 0;
  for await (const row of readParquet(file, readable)) {
    for (const [index, { cells }] of readable.entries()) cells.push(valueCell(row[index] ?? null));
    sampled += 1;
    if (sampled === SAMPLED_ROWS) break;
  }
  return { ...about, columns, rowCount: table.rowCount, isRowCountExact: true };
}

/** Whether an error says that the browser cannot read the file, or not load a part of the console. */
function isOfBrowser(error: unknown): boolean {
  return error instanceof DOMException || (error instanceof Error && error.name === 'NotLoadedError');
}
