import * as fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import type { TableRow } from '@/lib/table-files/table-column';
import { tableFiles, TEST_FORMATS } from '@/test/table-file';
import { testField } from '@/test/test-price-column';
import { testColumns } from '@/test/test-table';
import { IS_LONG, runs } from '@/test/runs';
import type { NamedBlob } from './chosen-files';
import { proposeColumns } from './propose-columns';
import { matchedColumns, proposeNotation } from './propose-notation';
import { readFileRows } from './read-file-rows';
import { readOutline } from './read-outline';

const FIELDS = testColumns.map((column) => testField(column.name, column));
const ROWS = Array.from({ length: 60 }, (_, index): TableRow => [
  `Name ${index} & Söhne`,
  `${index * 7}.25`,
  `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
  index % 3 === 0,
]);

interface ReadFile {
  readonly rowCount: number;
  /** The values by column, as the engine receives them. */
  readonly columns: readonly unknown[];
  readonly isAsCertified: boolean | null;
  /** Whether the outline reports a certificate that is not used. */
  readonly hasOtherCertificate: boolean;
}

/** Reads a file like the worker does. Returns null if the file is refused. */
async function readOrRefused(files: readonly NamedBlob[]): Promise<ReadFile | null> {
  try {
    const outline = await readOutline(files);
    const columns = proposeColumns(outline.columns, FIELDS);
    const notation = proposeNotation(outline, matchedColumns({ columns }, outline, FIELDS), ['en']);
    const columnNames = outline.columns.map(({ name }) => name);
    const reading = readFileRows({
      files,
      outline: { ...outline, columnNames },
      mapping: { columns, notation },
      fields: FIELDS,
    });
    const parts: unknown[] = [];
    for (;;) {
      const next = await reading.next();
      if (next.done === true) {
        const { rowCount, isAsCertified } = next.value;
        const { hasOtherCertificate } = outline;
        return {
          rowCount,
          columns: [columns.map(({ field }) => field), ...parts],
          isAsCertified,
          hasOtherCertificate,
        };
      }
      parts.push(next.value.columns);
    }
  } catch {
    return null;
  }
}

interface Damaged {
  readonly kind: 'flipped' | 'cut' | 'left-out';
  readonly at: number;
  readonly by: number;
}

/** Generates damage: a byte is changed, the end is missing, or bytes in the middle are missing. */
const anyDamage: fc.Arbitrary<Damaged> = fc.oneof(
  fc.record({ kind: fc.constant('flipped' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), by: fc.constant(0) }),
  fc.record({ kind: fc.constant('left-out' as const), at: fc.nat(), by: fc.integer({ min: 1, max: 400 }) }),
);

function damaged(bytes: Uint8Array<ArrayBuffer>, { kind, at, by }: Damaged): BlobPart[] {
  const place = at % bytes.length;
  if (kind === 'flipped') return [bytes.with(place, (bytes[place] ?? 0) ^ by)];
  return [bytes.slice(0, place), kind === 'cut' ? '' : bytes.slice(place + by)];
}

test.each([
  ...TEST_FORMATS.map((format) => ({ format, isCertified: true })),
  // Only this format has checksums without a certificate. In other formats, changed values look like values of the file.
  { format: { kind: 'xlsx' } as const, isCertified: false },
])(
  '$format.kind, certified: $isCertified: damaged, it never has other rows without a word',
  async ({ format, isCertified }) => {
    const [file, ...beside] = await tableFiles(format, testColumns, ROWS, isCertified);
    if (file === undefined) throw new Error('There is a file.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const whole = await readOrRefused([file, ...beside]);
    expect(whole).toMatchObject({ rowCount: ROWS.length, isAsCertified: isCertified ? true : null });
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damage) => {
        const changed = new File(damaged(bytes, damage), file.name, { lastModified: 0 });
        const read = await readOrRefused([changed, ...beside]);
        // The damage is reported if the file is refused, its rows do not match, or its certificate is not used.
        if (read === null || read.isAsCertified === false || read.hasOtherCertificate) return;
        expect(read.rowCount).toBe(ROWS.length);
        expect(read.columns).toEqual(whole?.columns);
      }),
      { numRuns: runs(100) },
    );
  },
);

test('reading Parquet comes to an end, whatever the headers of its pages say', async () => {
  const HEADER_BYTES = 24;
  const [file] = await tableFiles({ kind: 'parquet' }, testColumns, ROWS, false);
  if (file === undefined) throw new Error('There is a file.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const columns = parquetMetadata(bytes.buffer).row_groups.flatMap((group) => group.columns);
  expect(columns).toHaveLength(testColumns.length);
  let refusedCount = 0;
  for (const { meta_data: column } of columns) {
    const starts = [column?.dictionary_page_offset, column?.data_page_offset];
    for (const start of starts.flatMap((offset) => (offset === undefined ? [] : [Number(offset)]))) {
      for (let at = start; at < start + HEADER_BYTES; at += 1) {
        for (let bit = 1; bit < 256; bit *= IS_LONG ? 2 : 4) {
          const read = await readOrRefused([new File([bytes.with(at, (bytes[at] ?? 0) ^ bit)], file.name)]);
          if (read === null) refusedCount += 1;
          else expect(read.rowCount).toBe(ROWS.length);
        }
      }
    }
  }
  expect(refusedCount).toBeGreaterThan(100);
});

test('Parquet that is cut anywhere, or counts other rows, is refused', async () => {
  const [file] = await tableFiles({ kind: 'parquet' }, testColumns, ROWS, false);
  if (file === undefined) throw new Error('There is a file.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (let end = 0; end < bytes.length; end += 23) {
    expect(await readOrRefused([new File([bytes.slice(0, end)], file.name)]), `cut at ${end}`).toBeNull();
  }
  // The footer contains the number of rows, 60, for the file and for its row group, as a variable-length integer, doubled.
  const footer = bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
  for (let at = footer; at < bytes.length - 8; at += 1) {
    if (bytes[at] !== 120) continue;
    const read = await readOrRefused([new File([bytes.with(at, 118)], file.name)]);
    if (read !== null) expect(read.rowCount).toBe(60);
  }
});
