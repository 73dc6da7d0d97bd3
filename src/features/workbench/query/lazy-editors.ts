import { lazyPart } from '@/ui/components/lazy-part';

// The editors of rules include lists and calendars, which a query without rules does not need.

export const FilterEditor = lazyPart(
  async () => ({ Part: (await import('./filter-editor')).FilterEditor }),
  'inline',
);

export const SortEditor = lazyPart(
  async () => ({ Part: (await import('./sort-editor')).SortEditor }),
  'inline',
);

export const ComputedEditor = lazyPart(
  async () => ({ Part: (await import('./computed-editor')).ComputedEditor }),
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
