import type { ViewDefinition } from '../view-definition';

export const columnsView = {
  name: 'columns',
  parameters: {},
  needs: 'rows',
  staysMounted: false,
  load: async () => ({
    Part: (await import('./columns-view')).ColumnsView,
    english: {
      columns: (await import('@/shared/i18n/messages/en/columns.json')).default,
      figures: (await import('@/shared/i18n/messages/en/figures.json')).default,
    },
  }),
} as const satisfies ViewDefinition;
