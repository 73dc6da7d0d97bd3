import { describe, expect, test } from 'vitest';
import { ArchiveTooLargeError, createZipWriter } from './zip-writer';

const LIMIT = 10_000;

async function write(content: Uint8Array<ArrayBuffer>, times: number): Promise<void> {
  const entry = createZipWriter({ write: () => undefined }, LIMIT).open('a');
  for (let turn = 0; turn < times; turn += 1) await entry.write(content);
  await entry.close();
}

describe('an archive that would be larger than it can say is refused', () => {
  test('for what it would unpack to, however well it packs', async () => {
    await write(new Uint8Array(1000), 10);
    await expect(write(new Uint8Array(1000), 11)).rejects.toThrow(ArchiveTooLargeError);
  });

  test('for its own size', async () => {
    const zip = createZipWriter({ write: () => undefined }, LIMIT);
    await expect(
      (async () => {
        for (let entry = 0; entry < 200; entry += 1)
          await zip.add(`entry ${entry}`, String(entry).repeat(20));
      })(),
    ).rejects.toThrow(ArchiveTooLargeError);
  });
});
