import type { SelectedCells } from '@/lib/grid/use-grid-selection';

/** Returns the same text for the same copy. After a refused write, the next press does not load the rows again. */
export function copyKey({ areas, columnIds }: SelectedCells, options: object): string {
  return JSON.stringify([areas, columnIds, options]);
}
