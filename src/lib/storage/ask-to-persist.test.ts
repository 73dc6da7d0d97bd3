import { afterEach, expect, test, vi } from 'vitest';
import { createFakeStorage } from '@/test/fake-storage';
import { askToPersist } from './ask-to-persist';

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubBrowser(persist: () => Promise<boolean>) {
  const asked = vi.fn(persist);
  vi.stubGlobal('localStorage', createFakeStorage(new Map()));
  vi.stubGlobal('navigator', { storage: { persist: asked } });
  return asked;
}

test.each([
  ['granted', () => Promise.resolve(true)],
  ['refused', () => Promise.resolve(false)],
  ['a failure', () => Promise.reject(new Error('not here'))],
])('the browser is asked once, whatever it says: %s', async (_, persist) => {
  const asked = stubBrowser(persist);
  await askToPersist();
  await askToPersist();
  expect(asked).toHaveBeenCalledTimes(1);
});
