import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { startInProcessFiles } from '@/test/in-process-files';
import type { FileOutline } from './file-outline';
import { readFileOutline } from './read-file';
import { parquetFile } from './parquet-file';

type WriteOptions = Parameters<typeof parquetWriteBuffer>[0];

function outlineOf(file: File): Promise<FileOutline> {
  const { signal } = new AbortController();
  return readFileOutline([file], {}, { signal, startWorker: startInProcessFiles });
}

async function rowsOf(file: File, names: readonly string[], wanted: readonly number[]) {
  const rows: (string | null)[][] = [];
  const layout = { csv: null, sheet: null, headerRow: 1, columnNames: names };
  for await (const part of parquetFile(file).rows(layout, wanted)) {
    for (const row of part) rows.push(row.map((cell) => cell?.text ?? null));
  }
  return rows;
}

function written(rowCount: number, options: Omit<WriteOptions, 'columnData'> = {}): File {
  const buffer = parquetWriteBuffer({
    ...options,
    columnData: [
      { name: 'Key', type: 'STRING', data: Array.from({ length: rowCount }, (_, row) => `Article ${row}`) },
      {
        name: 'Value',
        type: 'INT32',
        nullable: true,
        data: Array.from({ length: rowCount }, (_, row) => (row % 7 === 0 ? null : row)),
      },
    ],
  });
  return new File([buffer], 'prices.parquet');
}

const expectedRow = (row: number) => [`Article ${row}`, row % 7 === 0 ? null : String(row)];

/** A file of 300 rows, compressed by the program `zstd`, because Node has no Zstandard. */
const ZSTD = [
  'UEFSMRUGFdJEFc4FXBXYBBUAFdgEFQAVBhUAAADYBAEotS/9BGi9CgDWoEIVoCnDAQ++rYpnQkopU0qJh1/6FG8HQQA4ADsADcYi',
  'YgFFI3e5qKKRu1xQ0chdLqZo5C4XUjRyl4sXjdzlwkUjd7lo0chdLlg0cpeLARSN3OVCoOCAwCABYWAYhkIlJCMiF0uFMgmp0+fy',
  '3+/5PV4mj8W3XdNzuEqdSl+3ZddokTgUnmZJjsEabSb7vI7bYhUUExIPR3Vbdo0WiUPhaZbkGKzRZrLP67gtVkExIfFwNBiLCFZR',
  'TUm9XC3WKqqIaEjoZCqRRkE1NDMyH0+Hs4kJVVRTUi9Xi7WKKiIaEjqZSqRRUA3NjMzH0+FsYkpIRkQulgplElKnz+W/3/N7vEwe',
  'i2+7pudwlTqVPoErqBEw9fYO4c8BEXxC8QMrE5mIiUxkQiaSUiUiphKVKIlKlIlI4uWqMedXdN52c92Y8wudt525bsz5hc7zYgnE',
  'KApxFM54Iaiqq9AQwhUGFdYQFagFXBXYBBVWFdgEFQAVThUAAABNfr/f7/f7/X6/3+/3+/1+v9/v9/v9fr/f7/f7/X6/3+/3+/1+',
  'vw8otS/9BGgFCQCkEAEAAAACAwQFBggJCgsMDQ8QERITFBYXGBkaGx0eHyAhIiQlJicoKSssLS4vMDIzNDU2Nzk6Ozw9PkBBQkNE',
  'RUdISUpLTE5PUFFSU1VWV1hZWlxdXl9gYWNkZWZnaGprbG1ub3Fyc3R1dnh5ent8fX+AgYKDhIaHiImKi42Oj5CRkpSVlpeYmZuc',
  'nZ6foKKjpKWmp6mqq6ytrrCxsrO0tbe4ubq7vL6/wMHCw8XGx8jJyszNzs/Q0dPU1dbX2Nrb3N3e3+Hi4+Tl5ujp6uvs7e/w8fLz',
  '9Pb3+Pn6+/3+/wABAgQFBgcICQsMDQ4PEBITFBUWFxkaGxwdHiAhIiMkJScoKSoBAAArAQAAgP6kEPBz8NkzAA1IuLJtbVsCyRRT',
  'D7WIFQQZPEgEcm9vdBUEABUMJQIYA0tleSUAABUCJQIYBVZhbHVlABbYBBkcGSwmCBwVDBkVABkYA0tleRUMFtgEFoRFFoAGJggA',
  'ACaIBhwVAhkVABkYBVZhbHVlFQwW2AQWiBEW2gUmiAYAABaMVhbYBDbaCwAoCWh5cGFycXVldBksHAAAHAAAAIgAAABQQVIx',
].join('');

/** Returns the bytes as uncompressed data in the LZ4 format, which consists only of literals. */
function lz4Literals(bytes: Uint8Array): Uint8Array {
  const lengths: number[] = [];
  for (let rest = bytes.length - 15; rest >= 0; rest -= 255) lengths.push(Math.min(rest, 255));
  return Uint8Array.from([bytes.length < 15 ? bytes.length << 4 : 0xf0, ...lengths, ...bytes]);
}

describe('a Parquet file', () => {
  test.each<[string, () => File]>([
    ['not compressed', () => written(300, { codec: 'UNCOMPRESSED' })],
    ['with Snappy', () => written(300)],
    ['with gzip', () => written(300, { codec: 'GZIP', compressors: { GZIP: (bytes) => gzipSync(bytes) } })],
    [
      'with Brotli',
      () => written(300, { codec: 'BROTLI', compressors: { BROTLI: (bytes) => brotliCompressSync(bytes) } }),
    ],
    ['with LZ4', () => written(300, { codec: 'LZ4_RAW', compressors: { LZ4_RAW: lz4Literals } })],
    ['with Zstandard', () => new File([Uint8Array.from(Buffer.from(ZSTD, 'base64'))], 'prices.parquet')],
  ])('%s is read', async (_, file) => {
    const outline = await outlineOf(file());
    expect(outline).toMatchObject({ format: 'parquet', rowCount: 300, isRowCountExact: true });
    expect(outline.columns[0]?.cells.slice(-1)).toMatchObject([{ text: 'Article 299' }]);
    expect(await rowsOf(file(), ['Key', 'Value'], [0, 1])).toEqual(
      Array.from({ length: 300 }, (_row, row) => expectedRow(row)),
    );
  });

  test('compressed in another way names it', async () => {
    const file = written(3, { codec: 'LZO', compressors: { LZO: (bytes) => bytes } });
    await expect(outlineOf(file)).rejects.toMatchObject({
      problem: { kind: 'compression', names: ['LZO'] },
    });
  });

  test('is read in parts, whose rows are all there once, and without the columns that are not matched', async () => {
    const file = written(130_000, { rowGroupSize: 120_000, pageSize: 100_000 });
    const rows = await rowsOf(file, ['Key', 'Value'], [0]);
    expect(rows).toHaveLength(130_000);
    expect(rows.findIndex((cells, row) => cells.length !== 1 || cells[0] !== `Article ${row}`)).toBe(-1);
  });
});
