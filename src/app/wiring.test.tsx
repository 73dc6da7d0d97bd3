import { expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '@/ui/config/runtime-config';
import * as privateFolders from '@/lib/storage/private-folders';
import { createWiring } from './wiring';

test.each([
  ['allowed', ['exports']],
  ['untilSignOut', ['exports', 'copies']],
  ['never', ['exports', 'copies']],
] as const)('without a session nothing is left at rest; kept copies: %s', async (keptCopies, emptied) => {
  const stop = vi.fn<() => void>();
  const empty = vi.spyOn(privateFolders, 'emptyPrivateFolder').mockReturnValue(stop);
  const { session } = createWiring({ ...DEFAULT_CONFIG, keptCopies }, null);
  await session.restored;
  expect(session.getState().status).toBe('signed-out');
  expect(empty.mock.calls.map(([folder]) => folder.name)).toEqual(emptied);
  empty.mockRestore();
});
