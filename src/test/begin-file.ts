import { afterAll, vi } from 'vitest';
import { beginFile } from './once-per-file';
// How often laws are tried.
import './runs';

// Run before each test file, also where files share the modules that they import.

beginFile();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
