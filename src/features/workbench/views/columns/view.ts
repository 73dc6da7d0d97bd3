import type { ViewDefinition } from '../view-definition';

export const columnsView = {
  name: 'columns',
  parameters: { layout: 'kept', range: 'kept', brush: 'kept', pictured: 'kept' },
  needs: 'rows',
  staysMounted: false,
  load: async () => {
    const [{ ColumnsView }, { ColumnsSetup }] = await Promise.all([
      import('./columns-view'),
      import('./columns-setup'),
    ]);
    return { Part: ColumnsView, Setup: ColumnsSetup };
  },
} as const satisfies ViewDefinition;
