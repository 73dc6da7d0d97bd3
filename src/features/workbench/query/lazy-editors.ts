import { lazyPart } from '@/ui/components/lazy-part';

// The editors of rules are loaded on demand, because they include lists and calendars that a query without rules does not need.

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

/** Loads the editors of rules before a rule is added or shown. */
export async function preloadRuleEditors(): Promise<void> {
  await Promise.all([FilterEditor.preload(), SortEditor.preload()]);
}

/** Props for the builder. They load the editors when the pointer or the focus enters it, before the connection can be lost. */
export const preloadingRuleEditors = {
  onPointerEnter: () => void preloadRuleEditors(),
  onFocus: () => void preloadRuleEditors(),
};
