import type { ViewDefinition } from '../view-definition';

export const changesView = {
  name: 'changes',
  parameters: { with: 'of-snapshot', keys: 'of-snapshot', price: 'of-snapshot', changes: 'of-snapshot' },
  needs: 'two-sides',
  staysMounted: true,
  load: async () => ({ Part: (await import('./changes-host')).ChangesHost }),
} as const satisfies ViewDefinition;
