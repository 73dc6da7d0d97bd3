import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { picturedFromParameter, picturedToParameter } from './pictured-columns';

export const LAYOUTS = ['table', 'pictures'] as const;
export type Layout = (typeof LAYOUTS)[number];

const WHOLE_RANGE = 'whole';

/** Returns the settings of the view in the address, and functions that change them. */
export function useColumnsSetup() {
  const { layout, range, pictured } = useWorkbenchScope().address;
  const { setView } = useWorkbenchActions();
  return {
    layout: LAYOUTS.find((each) => each === layout) ?? 'table',
    /** Whether histograms show all values instead of the middle 98 %. */
    isWhole: range === WHOLE_RANGE,
    /** The columns with a chart that the user has chosen; null for the default columns. */
    choice: picturedFromParameter(pictured),
    setLayout: (next: Layout) => setView('columns', { layout: next === 'table' ? undefined : next }),
    setWhole: (isWhole: boolean) => setView('columns', { range: isWhole ? WHOLE_RANGE : undefined }),
    setChoice: (next: readonly string[] | 'all' | null) =>
      setView('columns', { pictured: next === null ? undefined : picturedToParameter(next) }),
  };
}
