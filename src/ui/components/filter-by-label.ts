import type { ComboboxParsedItem } from '@mantine/core';
import { textSearch } from '../../lib/base/search-terms';

interface Options {
  readonly options: readonly ComboboxParsedItem[];
  readonly search: string;
  readonly limit: number;
}

/** The filter of all option lists. Returns at most `limit` options whose label contains the search text. */
export function filterByLabel({ options, search, limit }: Options): ComboboxParsedItem[] {
  const isFound = textSearch(search.trim());
  let left = limit;
  const take = <Item extends { readonly label: string }>(items: readonly Item[]) => {
    const found = items.filter(({ label }) => isFound(label)).slice(0, left);
    left -= found.length;
    return found;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return take([option]);
    const items = take(option.items);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
}
