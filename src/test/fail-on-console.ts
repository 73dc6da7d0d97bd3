import { afterEach, beforeEach, vi } from 'vitest';

/**
 * A test fails when the code under test says `console.error` or `console.warn`. One that means to provoke it replaces
 * the method with a mock of its own and checks what was said.
 */
const WATCHED = ['error', 'warn'] as const;

const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  for (const method of WATCHED) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      said.push(`console.${method}: ${parts.map((part) => describe(part)).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`Unexpected on the console:\n${said.join('\n')}`);
});

function describe(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}
