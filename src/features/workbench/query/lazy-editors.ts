import { earlyPart, lazyPart } from '@/ui/components/lazy-part';

// The editors of rules include lists and calendars, which a query without rules does not need.

export const FilterEditor = earlyPart(async () => {
  const [{ FilterEditor: Part }, { earlyMessages: english }] = await Promise.all([
    import('./filter-editor'),
    import('@/ui/i18n/catalogue-early'),
  ]);
  return { Part, english };
}, 'inline');

export const SortEditor = earlyPart(async () => {
  const [{ SortEditor: Part }, { earlyMessages: english }] = await Promise.all([
    import('./sort-editor'),
    import('@/ui/i18n/catalogue-early'),
  ]);
  return { Part, english };
}, 'inline');

export const ValidOn = lazyPart(
  async () => ({
    Part: (await import('./valid-on')).ValidOn,
  }),
  'inline',
);

/** Loads the editors of rules, for a rule that is about to be added or shown. */
export async function preloadRuleEditors(): Promise<void> {
  await Promise.all([FilterEditor.preload(), SortEditor.preload()]);
}

/** Props for the builder that load the editors when a pointer or the focus enters it, before the connection can be lost. */
export const preloadingRuleEditors = {
  onPointerEnter: () => void preloadRuleEditors(),
  onFocus: () => void preloadRuleEditors(),
};
