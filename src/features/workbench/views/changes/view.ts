import type { ViewDefinition } from '../view-definition';

export const changesView = {
  name: 'changes',
  parameters: { with: 'of-snapshot', keys: 'of-snapshot', price: 'of-snapshot', changes: 'of-snapshot' },
  needs: 'two-sides',
  staysMounted: true,
  load: async () => ({
    Part: (await import('./changes-host')).ChangesHost,
    english: {
      changes: (await import('@/shared/i18n/messages/en/changes.json')).default,
      files: (await import('@/shared/i18n/messages/en/files.json')).default,
      figures: (await import('@/shared/i18n/messages/en/figures.json')).default,
      resultsTools: (await import('@/shared/i18n/messages/en/results-tools.json')).default,
    },
  }),
} as const satisfies ViewDefinition;
