import { expect, test } from 'vitest';
import { blobText } from './blob-text';

/** Returns a content that is read in chunks of `size` bytes. */
function inChunks(bytes: Uint8Array, size: number): Pick<Blob, 'stream'> {
  return {
    stream: () => {
      let at = 0;
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) => {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(Uint8Array.from(bytes.subarray(at, at + size)));
          at += size;
        },
      });
    },
  };
}

test.each([1, 100, 255, 256, 10_000])(
  'a text whose first bytes tell its encoding is read whole, in chunks of %i bytes',
  async (size) => {
    const text = `äöü ${'Größe '.repeat(200)}€`;
    const bytes = Uint8Array.from(Buffer.from(text, 'utf16le'));
    const starts: Uint8Array[] = [];
    const encoding = (start: Uint8Array) => {
      starts.push(start);
      return 'utf-16le';
    };
    let read = '';
    for await (const piece of blobText(inChunks(bytes, size), { encoding })) read += piece;
    expect(read).toBe(text);
    expect(starts).toHaveLength(1);
    expect(starts[0]?.subarray(0, 256)).toEqual(bytes.subarray(0, 256));
  },
);

test('a text of fewer bytes than tell an encoding is read whole', async () => {
  let read = '';
  const content = inChunks(new TextEncoder().encode('é€'), 1);
  for await (const piece of blobText(content, { encoding: () => 'utf-8' })) read += piece;
  expect(read).toBe('é€');
});
