import type { ViewDefinition } from '../view-definition';

export const pivotView = {
  name: 'pivot',
  parameters: { pivot: 'kept' },
  needs: 'rows',
  staysMounted: false,
  load: async () => {
    const [{ PivotView }, { PivotSetup }] = await Promise.all([
      import('./pivot-view'),
      import('./pivot-setup'),
    ]);
    return { Part: PivotView, Setup: PivotSetup };
  },
} as const satisfies ViewDefinition;
