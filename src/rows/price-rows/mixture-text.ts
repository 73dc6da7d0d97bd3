import type { DenominationKind } from '@/rows/price-rows/denominations';
import type { Words } from '@/ui/formats/words';

/** The currencies and units that numbers mix, or may mix because their rows have no such column. */
export interface DescribedMixture {
  readonly mixed: readonly { readonly kind: DenominationKind; readonly valueCount: number }[];
  readonly unknown: readonly { readonly kind: DenominationKind }[];
}

/** Describes a mixture in a few words. */
export function mixtureText(words: Words, { mixed, unknown }: DescribedMixture): string {
  const t = words.of('results');
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  if (mixed.length > 0) {
    const counts = mixed.map(({ kind, valueCount }) => t(`mixture.counted.${kind}`, { count: valueCount }));
    return t('mixture.mixes', { what: list.format(counts) });
  }
  const kinds = new Set<DenominationKind>(unknown.map(({ kind }) => kind));
  return t('mixture.mayMix', { what: list.format([...kinds].map((kind) => t(`mixture.several.${kind}`))) });
}
