import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import { createSealingKey } from '@/lib/storage/base-key';
import { createExportHarness, resultOf } from '@/test/export-harness';
import { FakePrivateFolder, type FakePrivateFile } from '@/test/fake-private-files';
import { runs } from '@/test/runs';
import type { ExportJob } from '../model/export-job';
import { openedBlob, openedStream } from '@/lib/sealed-files/save-files';
import { openPlan } from './sealed-plan';
import { openStagedStorage } from './staged-storage';

const key = await createSealingKey();
const encoder = new TextEncoder();
const ROWS = 1_200;

async function jobOf(changes: Partial<ExportJob> = {}) {
  const { plan, run } = await createExportHarness({ rowCount: ROWS });
  const begun = await plan('SalesPrice', changes);
  return { job: { ...begun, pageSize: 200 }, run };
}

async function fileOf(stage: FakePrivateFolder, name: string): Promise<FakePrivateFile> {
  return (await stage.getDirectoryHandle('test')).getFileHandle(name);
}

async function keptBy(stage: FakePrivateFolder, job: ExportJob, under = key): Promise<string[]> {
  const storage = await openStagedStorage(stage.handle, job, under);
  const kept: string[] = [];
  for await (const response of storage.storedPages()) kept.push(await new Blob([...response]).text());
  await storage.close();
  return kept;
}

/** Stores responses like a run of the export. */
async function keep(stage: FakePrivateFolder, job: ExportJob, responses: readonly string[]): Promise<void> {
  const storage = await openStagedStorage(stage.handle, job, key);
  for await (const _ of storage.storedPages()) continue;
  for (const response of responses) storage.storePage([encoder.encode(response), encoder.encode('.')]);
  await storage.close();
}

describe('an export on disk', () => {
  test('is encrypted, and decrypts to the same bytes as in memory', async () => {
    const { job, run } = await jobOf();
    const inMemory = await resultOf(run(job));
    const stage = new FakePrivateFolder();
    const staged = await resultOf(run(job, { storage: await openStagedStorage(stage.handle, job, key) }));
    const [file] = staged.files;
    if (file === undefined) throw new Error('There is no file.');
    expect(file.size).toBe(inMemory.files[0]?.size);
    expect(await (await openedBlob(file)).text()).toBe(await inMemory.files[0]?.content.text());
    expect(await new Response(openedStream(file)).text()).toBe(await inMemory.files[0]?.content.text());

    const files = stage.files();
    // The three files are the stored plan, the responses and the export's file.
    expect(files).toHaveLength(3);
    const known = [
      'SalesPrice',
      'EntryNo',
      'totalRecords',
      job.snapshot.cacheKey,
      String(rowAt('SalesPrice', 0)['ItemNumber']),
      String(rowAt('SalesPrice', ROWS - 1)['Value']),
    ];
    for (const { bytes } of files) {
      const text = new TextDecoder('latin1').decode(bytes);
      expect(bytes.length).toBeGreaterThan(100);
      for (const word of known) expect(text.includes(word)).toBe(false);
    }
    expect([...stage.entries.keys()]).toEqual(['test']);
  });

  test('is found again only with its key', async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    await keep(stage, job, ['one']);
    const note = await (await fileOf(stage, 'job')).getFile();
    expect(await openPlan(key, job.id, note)).toEqual(job);
    expect(await openPlan(await createSealingKey(), job.id, note)).toBeNull();
    expect(await openPlan(key, 'another', note)).toBeNull();
    expect(await keptBy(stage, job, await createSealingKey())).toEqual([]);
  });

  test('has one access handle at a time when a file is restarted', async () => {
    const { job, run } = await jobOf({ format: { kind: 'parquet' } });
    const columns = job.columns.map((column) =>
      column.name === 'Value' ? { ...column, sqlType: 'int' } : column,
    );
    const unfit = { ...job, columns };
    const inMemory = await resultOf(run({ ...unfit, columns: job.columns }));
    const storage = await openStagedStorage(new FakePrivateFolder().handle, unfit, key);
    const { certificate } = await resultOf(run(unfit, { storage }));
    expect(certificate.file.textColumns).toEqual(['Value']);
    expect(certificate.digest).toEqual(inMemory.certificate.digest);
  });

  test('stores blocks by number', async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    const storage = await openStagedStorage(stage.handle, job, key);
    await storage.createScratch();
    const scratch = await storage.createScratch();
    const blocks = Array.from({ length: 20 }, (_, block) => new Uint8Array(5_000).fill(block));
    for (const block of blocks) scratch.write(block);
    for (const block of [7, 0, 19]) expect(await scratch.read(block)).toEqual(blocks[block]);
    expect((await fileOf(stage, 'scratch')).bytes.length).toBeGreaterThan(100_000);
    await storage.discard();
    expect(stage.files()).toEqual([]);
  });
});

describe('stored pages', () => {
  const LONG = 'x'.repeat(3_000_000);

  test('are complete up to where they were truncated, and continue there', { tags: ['long'] }, async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    const responses = ['one', LONG, 'three'];
    await keep(stage, job, responses);
    const pages = await fileOf(stage, 'pages');
    const whole = pages.bytes;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (cutAt) => {
        pages.bytes = whole.slice(0, cutAt);
        const left = await keptBy(stage, job);
        expect(left).toEqual(responses.slice(0, left.length).map((response) => `${response}.`));
        await keep(stage, job, responses.slice(left.length));
        expect(await keptBy(stage, job)).toEqual(responses.map((response) => `${response}.`));
      }),
      { numRuns: runs(30) },
    );
  });

  test('end before the first corrupt one', async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    await keep(stage, job, ['one', 'two', 'three']);
    const pages = await fileOf(stage, 'pages');
    const whole = pages.bytes;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        pages.bytes = whole.slice();
        pages.bytes[at] = (whole[at] ?? 0) ^ flip;
        const left = await keptBy(stage, job);
        expect(left.length).toBeLessThan(3);
        expect(left).toEqual(['one.', 'two.', 'three.'].slice(0, left.length));
      }),
    );
  });
});

describe('a file that is to be saved', () => {
  async function sealedFile(text: string) {
    const { job } = await jobOf();
    const storage = await openStagedStorage(new FakePrivateFolder().handle, job, key);
    const file = await storage.createFile(0);
    file.write(encoder.encode(text));
    return file.finish();
  }

  test('that is truncated, or has swapped chunks, is not handed out', async () => {
    const { content, seal } = await sealedFile('abc'.repeat(1_000_000));
    const bytes = new Uint8Array(await content.arrayBuffer());
    const [start, chunk] = [16, 16 + (1 << 19) + 16];
    const swapped = [
      bytes.subarray(0, start),
      bytes.subarray(start + chunk, start + 2 * chunk),
      bytes.subarray(start, start + chunk),
      bytes.subarray(start + 2 * chunk),
    ];
    const others = [
      bytes.subarray(0, start + chunk),
      bytes.subarray(0, start + 2 * chunk),
      bytes.subarray(0, start),
      bytes.subarray(0, bytes.length - 1),
    ].map((cut) => [cut]);
    expect(await (await openedBlob({ content, seal })).text()).toBe('abc'.repeat(1_000_000));
    for (const chunks of [swapped, [bytes, new Uint8Array(1)], ...others]) {
      const damaged = { content: new Blob(chunks), seal };
      await expect(openedBlob(damaged)).rejects.toThrow('cannot be opened');
      await expect(new Response(openedStream(damaged)).text()).rejects.toThrow();
    }
  });

  test('may be empty', async () => {
    expect(await (await openedBlob(await sealedFile(''))).text()).toBe('');
  });
});
