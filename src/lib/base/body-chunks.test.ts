import { expect, test } from 'vitest';
import { releaseChunks } from './body-chunks';

test('released chunks hold nothing any more', () => {
  const chunks = [new Uint8Array([1, 2]), new Uint8Array([3])];
  releaseChunks(chunks);
  expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
});
