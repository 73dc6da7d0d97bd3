import { beforeAll, describe, expect, test } from 'vitest';
import { excelCsv, MACHINE_CSV } from '@/shared/table-files/csv-dialect';
import { createExportHarness, resultOf } from '@/test/export-harness';
import type { ExportFormat } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import { verifyExport } from './verify-export';

type Harness = Awaited<ReturnType<typeof createExportHarness>>;

let harness: Harness;
beforeAll(async () => {
  harness = await createExportHarness();
});

async function exported(format: ExportFormat): Promise<ExportResult> {
  return resultOf(harness.run(await harness.plan('SalesPrice', { format })));
}

const formats: ExportFormat[] = [
  { kind: 'csv', dialect: MACHINE_CSV },
  { kind: 'csv', dialect: excelCsv('de') },
  { kind: 'csv', dialect: excelCsv('hu') },
  { kind: 'json-lines' },
  { kind: 'parquet' },
  { kind: 'xlsx', hasFilePerSheet: false },
];

describe('an export that comes back', () => {
  test.each(formats)('is unchanged: $kind', async (format) => {
    const { files, certificate } = await exported(format);
    expect(await verifyExport(files)).toEqual({ kind: 'unchanged', certificate });
  });

  test('with a changed cell is told by its rows', async () => {
    const { files, certificate } = await exported({ kind: 'csv', dialect: MACHINE_CSV });
    const [file, proof] = files;
    const lines = ((await file?.content.text()) ?? '').split('\n');
    lines[2501] = (lines[2501] ?? '').replace('A-', 'B-');
    const changed = { name: file?.name ?? '', content: new Blob([lines.join('\n')]) };
    const verification = await verifyExport(proof === undefined ? [changed] : [changed, proof]);
    expect(verification).toMatchObject({
      kind: 'changed',
      certificate,
      rowCount: 5000,
      ranges: [{ first: 2001, last: 3000 }],
      blocks: [{ rowStart: 2000 }],
    });
  });

  test('with a row less is told by its number of rows', async () => {
    const { files } = await exported({ kind: 'json-lines' });
    const [file, ...rest] = files;
    const lines = ((await file?.content.text()) ?? '').split('\n').toSpliced(4500, 1);
    const changed = { name: file?.name ?? '', content: new Blob([lines.join('\n')]) };
    expect(await verifyExport([changed, ...rest])).toMatchObject({
      kind: 'changed',
      rowCount: 4999,
      ranges: [{ first: 4001, last: 4999 }],
    });
  });

  test('without its certificate cannot be judged', async () => {
    const { files } = await exported({ kind: 'json-lines' });
    expect(await verifyExport(files.slice(0, 1))).toEqual({ kind: 'needs-certificate' });
  });
});

test.each(['a.csv', 'a.xlsx', 'a.parquet', 'a.txt', 'a.certificate.json'])(
  '%s of others is not ours',
  async (name) => {
    const files = [
      { name, content: new Blob(['PAR1, not a file of ours']) },
      ...(name === 'a.csv' ? [{ name: 'a.csv.certificate.json', content: new Blob(['{}']) }] : []),
    ];
    expect(await verifyExport(files)).toEqual({ kind: 'not-ours' });
  },
);
