import { expect, test } from 'vitest';
import { createSealingKey } from '@/lib/storage/base-key';
import { openSealedReader, sealOf, sealWhole } from './sealed-file';

test('a file that ends before its last chunk is not opened', async () => {
  const seal = sealOf(await createSealingKey(), 'folder', 'file');
  const lastBytes = 10;
  const sealed = await sealWhole(seal, new Uint8Array((1 << 19) + lastBytes));
  const opened = (bytes: Uint8Array<ArrayBuffer>) => openSealedReader({ content: new Blob([bytes]), seal });
  expect((await opened(sealed)).byteLength).toBe((1 << 19) + lastBytes);
  // A sealed chunk is 32 bytes longer than its content.
  await expect(opened(sealed.slice(0, -(lastBytes + 32)))).rejects.toThrow('cannot be opened');
});
