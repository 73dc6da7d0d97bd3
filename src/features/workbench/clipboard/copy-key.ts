import type { SelectedCells } from '@/lib/grid/use-grid-selection';

/** Returns a text that is equal for the same copy, so that after a refused write the next press does not load the rows again. */
export function copyKey({ areas, columnIds }: SelectedCells, options: object): string {
  return JSON.stringify([areas, columnIds, options]);
}
