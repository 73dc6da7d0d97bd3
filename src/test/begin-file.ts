import { afterAll, vi } from 'vitest';
import { beginFile } from './once-per-file';
// How often laws are tried.
import './runs';

// Run before each test file, also where files share the modules that they import.

beginFile();

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A part that a test has begun to load would end with the file, and be broken for the next one that imports it.
  await vi.dynamicImportSettled();
});
