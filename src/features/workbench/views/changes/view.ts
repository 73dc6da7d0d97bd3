import type { ViewDefinition } from '../view-definition';

export const changesView = {
  name: 'changes',
  parameters: { with: 'of-snapshot', keys: 'of-snapshot', price: 'of-snapshot', changes: 'of-snapshot' },
  needs: 'two-sides',
  staysMounted: true,
  load: async () => {
    const [{ ChangesHost }, { ChangesSetup }, { ChangesScope }] = await Promise.all([
      import('./changes-host'),
      import('./changes-setup'),
      import('./changes-scope'),
    ]);
    return { Part: ChangesHost, Setup: ChangesSetup, Scope: ChangesScope };
  },
} as const satisfies ViewDefinition;
