// The set-up of all test projects imports this module. It runs only once if files share their modules.
import './patient-waits';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Fails a test whose code calls `console.error` or `console.warn`. A test that provokes such a call replaces the method with its own mock
 * and checks the arguments.
 */
const WATCHED = ['error', 'warn'] as const;

const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  for (const method of WATCHED) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      unexpected.push(`console.${method}: ${parts.map((part) => describe(part)).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (unexpected.length > 0) throw new Error(`Unexpected on the console:\n${unexpected.join('\n')}`);
});

function describe(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}
