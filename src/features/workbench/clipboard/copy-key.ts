import type { SelectedCells } from '@/lib/grid/use-grid-selection';

/**
 * Returns a text that is equal for copies of the same cells in the same form. If a browser refuses to write because loading the rows took
 * too long, the next press writes the same copy without loading the rows again.
 */
export function copyKey({ areas, columnIds }: SelectedCells, options: object): string {
  return JSON.stringify([areas, columnIds, options]);
}
