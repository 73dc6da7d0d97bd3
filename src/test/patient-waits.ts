import { vi } from 'vitest';

/** The limit of waits. It is generous, because it only ends a hung test. Vitest's own limit is a second. */
const TIMEOUT_MS = 40_000;

const { waitFor } = vi;

vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: TIMEOUT_MS });
