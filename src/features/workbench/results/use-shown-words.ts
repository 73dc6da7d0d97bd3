import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { GridSort } from '@/shared/grid/grid-model';
import type { Announce } from '@/shared/ui/announcer';
import type { OpenSnapshot } from '../snapshot/open-snapshot';

/** Says what has come, once for each snapshot: how many rows, and in which order. */
export function useShownWords(
  { snapshot }: Pick<OpenSnapshot, 'snapshot'>,
  sort: readonly GridSort[],
  announce: Announce,
): void {
  const t = useTranslations('results');
  const formats = useFormats();
  const say = useEffectEvent((cacheKey: string) => {
    const { rowCount } = snapshot;
    if (snapshot.cacheKey !== cacheKey) return;
    const rows = t('rows', { formatted: formats.formatInteger(rowCount), count: rowCount });
    const order = sort.map(({ columnId, direction }) => t('shownSortedBy', { column: columnId, direction }));
    announce(order.length === 0 ? rows : t('shownSorted', { rows, sort: order.join(', ') }));
  });
  useEffect(() => {
    say(snapshot.cacheKey);
  }, [snapshot.cacheKey]);
}
