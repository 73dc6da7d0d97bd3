import { afterAll, vi } from 'vitest';
import { beginFile } from './once-per-file';
import './runs';

// This module runs before each test file, even if files share imported modules.

beginFile();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A module that is still loading when the file ends would be broken for the next file that imports it, so this waits.
  await vi.dynamicImportSettled();
});
