import type { ViewDefinition } from '../view-definition';

export const columnsView = {
  name: 'columns',
  parameters: {},
  needs: 'rows',
  staysMounted: false,
  load: async () => ({ Part: (await import('./columns-view')).ColumnsView }),
} as const satisfies ViewDefinition;
