import type { ViewDefinition } from '../view-definition';

export const checksView = {
  name: 'checks',
  parameters: { checks: 'kept' },
  needs: 'reading',
  staysMounted: true,
  load: async () => ({
    Part: (await import('./checks-host')).ChecksHost,
    english: {
      checks: (await import('@/shared/i18n/messages/en/checks.json')).default,
      changes: (await import('@/shared/i18n/messages/en/changes.json')).default,
      figures: (await import('@/shared/i18n/messages/en/figures.json')).default,
      resultsTools: (await import('@/shared/i18n/messages/en/results-tools.json')).default,
    },
  }),
} as const satisfies ViewDefinition;
