// First: schemas are made as the modules below are read.
import '@/shared/config/zod-settings';
import { verifyExport, type BroughtFile, type Verification } from './verify-export';

self.addEventListener('message', ({ data }: MessageEvent<readonly BroughtFile[]>) => void answer(data));

async function answer(files: readonly BroughtFile[]): Promise<void> {
  let verification: Verification;
  try {
    verification = await verifyExport(files);
  } catch {
    // What cannot be read to its end is not what we wrote.
    verification = { kind: 'not-ours' };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(verification);
}
