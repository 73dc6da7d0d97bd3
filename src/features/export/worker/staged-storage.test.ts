import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import { createSealingKey } from '@/shared/storage/base-key';
import { createExportHarness, resultOf } from '@/test/export-harness';
import { FakePrivateFolder, type FakePrivateFile } from '@/test/fake-private-files';
import type { ExportJob } from '../model/export-job';
import { openedBlob, openedStream } from '../run/opened-file';
import { openJobNote } from './job-note';
import { openStagedStorage } from './staged-storage';

const key = await createSealingKey();
const encoder = new TextEncoder();

async function jobOf(changes: Partial<ExportJob> = {}) {
  const { plan, run } = await createExportHarness();
  const begun = await plan('SalesPrice', changes);
  return { job: { ...begun, pageSize: 200 }, run };
}

async function fileOf(stage: FakePrivateFolder, name: string): Promise<FakePrivateFile> {
  return (await stage.getDirectoryHandle('test')).getFileHandle(name);
}

async function keptBy(stage: FakePrivateFolder, job: ExportJob, under = key): Promise<string[]> {
  const storage = await openStagedStorage(stage.handle, job, under);
  const kept: string[] = [];
  for await (const answer of storage.keptPages()) kept.push(await new Blob([...answer]).text());
  await storage.close();
  return kept;
}

/** Keeps answers as a run of the export does. */
async function keep(stage: FakePrivateFolder, job: ExportJob, answers: readonly string[]): Promise<void> {
  const storage = await openStagedStorage(stage.handle, job, key);
  for await (const _ of storage.keptPages()) continue;
  for (const answer of answers) storage.keepPage([encoder.encode(answer), encoder.encode('.')]);
  await storage.close();
}

describe('an export on disk', () => {
  test('is noise, and opened it is what it would be in memory', async () => {
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
    // The note, the answers, the file.
    expect(files).toHaveLength(3);
    const known = [
      'SalesPrice',
      'EntryNo',
      'totalRecords',
      job.snapshot.cacheKey,
      String(rowAt('SalesPrice', 0)['ItemNumber']),
      String(rowAt('SalesPrice', 4_999)['Value']),
    ];
    for (const { bytes } of files) {
      const text = new TextDecoder('latin1').decode(bytes);
      expect(bytes.length).toBeGreaterThan(100);
      for (const word of known) expect(text.includes(word)).toBe(false);
    }
    expect([...stage.entries.keys()]).toEqual(['test']);
  });

  test('is found again with its key alone', async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    await keep(stage, job, ['one']);
    const note = await (await fileOf(stage, 'job')).getFile();
    expect(await openJobNote(key, job.id, note)).toEqual(job);
    expect(await openJobNote(await createSealingKey(), job.id, note)).toBeNull();
    expect(await openJobNote(key, 'another', note)).toBeNull();
    expect(await keptBy(stage, job, await createSealingKey())).toEqual([]);
  });

  test('of a file that has to be begun again has one writer at a time', async () => {
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

  test('keeps blocks by their number', async () => {
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

describe('answers that are kept', () => {
  const LONG = 'x'.repeat(3_000_000);

  test('come back whole up to where they were cut off, and go on there', async () => {
    const { job } = await jobOf();
    const stage = new FakePrivateFolder();
    const answers = ['one', LONG, 'three'];
    await keep(stage, job, answers);
    const pages = await fileOf(stage, 'pages');
    const whole = pages.bytes;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (cutAt) => {
        pages.bytes = whole.slice(0, cutAt);
        const left = await keptBy(stage, job);
        expect(left).toEqual(answers.slice(0, left.length).map((answer) => `${answer}.`));
        await keep(stage, job, answers.slice(left.length));
        expect(await keptBy(stage, job)).toEqual(answers.map((answer) => `${answer}.`));
      }),
      { numRuns: 30 },
    );
  });

  test('count no further than to where they were touched', async () => {
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

  test('that lacks its end, or has chunks in other places, is not handed out', async () => {
    const { content, seal, size } = await sealedFile('abc'.repeat(1_000_000));
    const bytes = new Uint8Array(await content.arrayBuffer());
    const [start, chunk] = [16, 16 + (1 << 20) + 16];
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
    expect(await (await openedBlob({ content, seal, size })).text()).toBe('abc'.repeat(1_000_000));
    for (const pieces of [swapped, [bytes, new Uint8Array(1)], ...others]) {
      const damaged = { content: new Blob(pieces), seal, size };
      await expect(openedBlob(damaged)).rejects.toThrow('cannot be opened');
      await expect(new Response(openedStream(damaged)).text()).rejects.toThrow();
    }
  });

  test('may be empty', async () => {
    expect(await (await openedBlob(await sealedFile(''))).text()).toBe('');
  });
});
