import { vi } from 'vitest';

/** Generous: it ends a hung test, it does not judge the speed of the machine. Vitest's own limit is a second. */
const TIMEOUT_MS = 40_000;

const { waitFor } = vi;

vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: TIMEOUT_MS });
