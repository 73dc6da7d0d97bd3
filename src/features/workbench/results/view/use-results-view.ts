import type { ColumnArrangement } from '@/shared/grid/grid-model';
import { useResultsSettings, type ResultsSettings } from './results-settings';

export interface ResultsView {
  /** As the rows on screen are: the arrangement's word before the person's own. */
  readonly settings: ResultsSettings;
  readonly change: (changes: Partial<ResultsSettings>) => void;
}

/** How rows are shown. A change is the person's own from then on, and part of a view that is saved from what is on screen. */
export function useResultsView(
  arrangement: ColumnArrangement,
  onArrange: (arrangement: ColumnArrangement) => void,
): ResultsView {
  const [own, changeOwn] = useResultsSettings();
  const { density = own.density, wrapsText = own.wrapsText } = arrangement;
  const settings = { ...own, density, wrapsText };
  return {
    settings,
    change(changes) {
      changeOwn(changes);
      if (changes.density === undefined && changes.wrapsText === undefined) return;
      const { density: nextDensity, wrapsText: wraps } = { ...settings, ...changes };
      onArrange({ ...arrangement, density: nextDensity, wrapsText: wraps });
    },
  };
}
