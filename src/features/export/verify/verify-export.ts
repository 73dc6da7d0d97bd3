import { rowBatchOf } from '@/shared/row-batches/row-batch';
import { readCsv } from '@/shared/table-files/csv-reader';
import { readJsonLines } from '@/shared/table-files/json-lines-reader';
import { BLOCK_ROWS, createRowDigest } from '@/shared/table-files/row-digest';
import type { TableRow } from '@/shared/table-files/table-column';
import {
  certificateSchema,
  FILE_ENDINGS,
  PARQUET_CERTIFICATE_KEY,
  type Certificate,
} from '../model/certificate';

/** A file that somebody brought back. */
export interface BroughtFile {
  readonly name: string;
  readonly content: Blob;
}

/** Up to a thousand rows among which at least one is not as it was exported. */
export interface ChangedBlock {
  /** 0-based, of the first row in the file. */
  readonly rowStart: number;
  readonly rows: readonly TableRow[];
}

/** What became of an export. */
export type Verification =
  | { readonly kind: 'unchanged'; readonly certificate: Certificate }
  | {
      readonly kind: 'changed';
      readonly certificate: Certificate;
      /** In the file. */
      readonly rowCount: number;
      /** 1-based and inclusive; each holds at least one change. */
      readonly ranges: readonly { readonly first: number; readonly last: number }[];
      /** The first few. */
      readonly blocks: readonly ChangedBlock[];
    }
  /** A format that has its certificate in a second file, and that is not here. */
  | { readonly kind: 'needs-certificate' }
  | { readonly kind: 'not-ours' };

const KEPT_BLOCKS = 3;

/** Reads an export and its certificate, and computes the digest again. Files in parts have to come together. */
export async function verifyExport(files: readonly BroughtFile[]): Promise<Verification> {
  const beside = files.find(({ name }) => name.endsWith('.certificate.json'));
  const parts = files.filter((file) => file !== beside).toSorted((a, b) => a.name.localeCompare(b.name));
  const [first] = parts;
  if (first === undefined) return { kind: 'not-ours' };
  const format = formatOf(first.name);
  if (format === null) return { kind: 'not-ours' };
  if ((format === 'csv' || format === 'json-lines') && beside === undefined)
    return { kind: 'needs-certificate' };
  const certificate = readCertificate(await certificateText(format, first.content, beside));
  if (certificate === null || certificate.digest.blockRows !== BLOCK_ROWS) return { kind: 'not-ours' };
  return compared(certificate, rowsOf(parts, certificate));
}

async function compared(certificate: Certificate, rows: AsyncIterable<TableRow>): Promise<Verification> {
  const digest = createRowDigest(certificate.columns);
  const expected = certificate.digest.blocks;
  const blocks: ChangedBlock[] = [];
  let held: TableRow[] = [];
  let rowCount = 0;
  const endBlock = async () => {
    const index = Math.floor((rowCount - 1) / BLOCK_ROWS);
    digest.add(rowBatchOf(held, certificate.columns.length));
    // The last block may be short, so its digest is told only at the end; being kept costs little.
    const isSame = held.length === BLOCK_ROWS && (await digest.lastBlock()) === expected[index];
    if (!isSame && blocks.length < KEPT_BLOCKS) blocks.push({ rowStart: index * BLOCK_ROWS, rows: held });
    held = [];
  };
  for await (const row of rows) {
    held.push(row);
    rowCount += 1;
    if (held.length === BLOCK_ROWS) await endBlock();
  }
  if (held.length > 0) await endBlock();
  const found = await digest.finish();
  if (found.sha256 === certificate.digest.sha256) return { kind: 'unchanged', certificate };
  const changed = found.blocks.flatMap((block, index) => (block === expected[index] ? [] : [index]));
  return {
    kind: 'changed',
    certificate,
    rowCount,
    ranges: rangesOf(changed, rowCount),
    blocks: blocks.filter(({ rowStart }) => changed.includes(rowStart / BLOCK_ROWS)),
  };
}

function rangesOf(blocks: readonly number[], rowCount: number): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const block of blocks) {
    const first = block * BLOCK_ROWS + 1;
    const last = Math.min(rowCount, (block + 1) * BLOCK_ROWS);
    const before = ranges.at(-1);
    if (before?.last === first - 1) before.last = last;
    else ranges.push({ first, last });
  }
  return ranges;
}

type Format = Certificate['file']['format'];

function formatOf(name: string): Format | null {
  const formats = ['csv', 'json-lines', 'xlsx', 'parquet'] as const;
  return formats.find((format) => name.toLowerCase().endsWith(`.${FILE_ENDINGS[format]}`)) ?? null;
}

async function certificateText(format: Format, file: Blob, beside: BroughtFile | undefined): Promise<string> {
  switch (format) {
    case 'csv':
    case 'json-lines':
      return beside?.content.text() ?? '';
    case 'parquet': {
      const { parquetFooter } = await import('@/shared/table-files/parquet-reader');
      const footer = await parquetFooter(file).catch(() => null);
      return footer?.get(PARQUET_CERTIFICATE_KEY) ?? '';
    }
    case 'xlsx': {
      const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
      const workbook = await openWorkbook(file);
      const last = workbook?.sheetTitles.at(-1);
      if (workbook == null || last === undefined) return '';
      return (await workbook.firstColumn(last)).join('');
    }
  }
}

function readCertificate(text: string): Certificate | null {
  try {
    return certificateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function* rowsOf(parts: readonly BroughtFile[], certificate: Certificate): AsyncGenerator<TableRow> {
  const { columns, file } = certificate;
  for (const { content } of parts) {
    switch (file.format) {
      case 'csv':
        if (file.csv !== null) yield* readCsv(content, columns, file.csv);
        break;
      case 'json-lines':
        yield* readJsonLines(content, columns);
        break;
      case 'parquet': {
        const { readParquet } = await import('@/shared/table-files/parquet-reader');
        yield* readParquet(content, columns);
        break;
      }
      case 'xlsx': {
        const { openWorkbook } = await import('@/shared/table-files/xlsx-reader');
        const workbook = await openWorkbook(content);
        // The last two are about the file.
        for (const title of workbook?.sheetTitles.slice(0, -2) ?? []) {
          if (workbook !== null) yield* workbook.rows(title, columns);
        }
      }
    }
  }
}
