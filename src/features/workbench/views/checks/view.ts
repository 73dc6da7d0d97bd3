import type { ViewDefinition } from '../view-definition';

export const checksView = {
  name: 'checks',
  parameters: { checks: 'kept', roles: 'kept', finding: 'of-snapshot' },
  needs: 'reading',
  staysMounted: true,
  load: async () => {
    const [{ ChecksView }, { ChecksSetup }, { ChecksScope }] = await Promise.all([
      import('./checks-view'),
      import('./checks-setup'),
      import('./checks-scope'),
    ]);
    return { Part: ChecksView, Setup: ChecksSetup, Scope: ChecksScope };
  },
} as const satisfies ViewDefinition;
