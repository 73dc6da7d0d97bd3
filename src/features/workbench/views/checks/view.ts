import type { ViewDefinition } from '../view-definition';

export const checksView = {
  name: 'checks',
  parameters: { checks: 'kept' },
  needs: 'reading',
  staysMounted: true,
  load: async () => ({ Part: (await import('./checks-host')).ChecksHost }),
} as const satisfies ViewDefinition;
