import { useMemo } from 'react';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { oneValueFields } from '../../model/one-value-fields';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { pivotFromParameter, pivotToParameter } from '@/analysis/pivot/pivot-address';
import { withValidParts, type PivotSpec } from '@/analysis/pivot/pivot-spec';
import { proposedPivots } from '@/analysis/pivot/proposals';

const COUNT_OF_ROWS: PivotSpec = {
  rows: [],
  columns: [],
  measures: [{ fn: 'count', field: null }],
  sort: null,
  hasChart: false,
};

/** Returns the pivot in the address, or the first suggested pivot if there is none, with functions that change it. */
export function usePivotSpec() {
  const { columns } = useRowsRead().table;
  const { address, rowFields, applied } = useWorkbenchScope();
  const { setView } = useWorkbenchActions();
  const { pivot } = address;
  return useMemo(() => {
    const read = pivot === undefined ? null : pivotFromParameter(pivot, columns);
    const fixed = oneValueFields(applied);
    const proposals = proposedPivots(columns, rowFields, (name) => fixed.has(name));
    const spec = read?.ok === true ? read.spec : (proposals[0] ?? COUNT_OF_ROWS);
    return {
      spec,
      proposals,
      /** Why the pivot in the address cannot be used; null if it can. */
      problem: read?.ok === false ? read.problem : null,
      change: (changes: Partial<PivotSpec>) =>
        setView('pivot', { pivot: pivotToParameter(withValidParts({ ...spec, ...changes })) }),
      startOver: () => setView('pivot', { pivot: undefined }),
    };
  }, [pivot, columns, rowFields, applied, setView]);
}
