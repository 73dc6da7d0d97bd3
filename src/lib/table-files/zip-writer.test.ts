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

test('a disk that is full is told to whoever writes, while much of an entry is still to come', async () => {
  const full = new Error('no room');
  let written = 0;
  const sink = {
    write: (bytes: Uint8Array) => {
      written += bytes.length;
      if (written > LIMIT) throw full;
    },
  };
  const entry = createZipWriter(sink).open('a');
  const noise = new Uint8Array(65_536);
  const writing = async () => {
    // Writes without end, so that only a full disk stops it.
    for (;;) await entry.write(crypto.getRandomValues(noise));
  };
  await expect(writing()).rejects.toBe(full);
  await expect(entry.close()).rejects.toBe(full);
});
