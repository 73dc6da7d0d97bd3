import type { ViewDefinition } from '../view-definition';

export const pivotView = {
  name: 'pivot',
  parameters: { pivot: 'kept' },
  needs: 'rows',
  staysMounted: false,
  load: async () => ({ Part: (await import('./pivot-view')).PivotView }),
} as const satisfies ViewDefinition;
