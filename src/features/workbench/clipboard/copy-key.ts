import type { SelectedCells } from '@/lib/grid/use-grid-selection';

/**
 * Says of two copies whether they are of the same cells in the same form. A browser that no longer allows writing once rows are loaded
 * allows it with the next press: the same copy is then written at once, and nothing is loaded again.
 */
export function copyKey({ areas, columnIds }: SelectedCells, options: object): string {
  return JSON.stringify([areas, columnIds, options]);
}
