import { createBlobBuilder } from '../worker/blob-builder';
import type { StagedContent } from '../worker/export-storage';
import { openWhole, release } from '../worker/sealed-file';

/** What is in a file, opened piece by piece as it is read. Errors where it is not whole any more. */
export function openedStream({ content, seal }: StagedContent): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (seal === null) return content.stream();
  const pieces = openWhole({ content, seal });
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const { value, done } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await pieces.return();
      },
    },
    // Not a piece ahead of its reader.
    { highWaterMark: 0 },
  );
}

/** The same as a Blob, which the browser keeps outside the page's memory. Rejects where the file is not whole any more. */
export async function openedBlob(file: StagedContent): Promise<Blob> {
  if (file.seal === null) return file.content;
  const blob = createBlobBuilder();
  for await (const bytes of openWhole({ content: file.content, seal: file.seal })) {
    const part = blob.add(bytes);
    release(bytes);
    // The bytes stay in the page's memory until the browser fetches them, which reading one waits for.
    await part.slice(0, 1).arrayBuffer();
  }
  return blob.build();
}
