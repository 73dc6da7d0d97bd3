import type { ViewDefinition } from '../view-definition';

export const pivotView = {
  name: 'pivot',
  parameters: { pivot: 'kept' },
  needs: 'rows',
  staysMounted: false,
  load: async () => ({
    Part: (await import('./pivot-view')).PivotView,
    english: {
      pivot: (await import('@/shared/i18n/messages/en/pivot.json')).default,
      figures: (await import('@/shared/i18n/messages/en/figures.json')).default,
    },
  }),
} as const satisfies ViewDefinition;
