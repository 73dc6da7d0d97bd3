import { useLocale, useTranslations } from 'use-intl';
import type { DenominationKind } from '@/rows/price-rows/denominations';

/** The currencies and units that numbers mix, or may mix because their rows have no such column. */
export interface DescribedMixture {
  readonly mixed: readonly { readonly kind: DenominationKind; readonly valueCount: number }[];
  readonly unknown: readonly { readonly kind: DenominationKind }[];
}

/** Returns a function that describes a mixture in a few words. */
export function useMixtureText(): (mixture: DescribedMixture) => string {
  const t = useTranslations('results');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  return ({ mixed, unknown }) => {
    if (mixed.length > 0) {
      const counts = mixed.map(({ kind, valueCount }) => t(`mixture.counted.${kind}`, { count: valueCount }));
      return t('mixture.mixes', { what: list.format(counts) });
    }
    const kinds = new Set<DenominationKind>(unknown.map(({ kind }) => kind));
    return t('mixture.mayMix', { what: list.format([...kinds].map((kind) => t(`mixture.several.${kind}`))) });
  };
}
