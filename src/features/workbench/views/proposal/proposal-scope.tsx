import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { browserClock, wait } from '@/lib/base/clock';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import {
  useKeptRules,
  useProposalOfAddress,
  useWorkbenchActions,
  useWorkbenchScope,
} from '../../controller/use-workbench';
import { useChecks, type Checks } from '../../rows-read/checks/use-checks';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import { digitsOf } from '../../model/resolve-query';
import { rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import { useRowsRead } from '../../rows-read/rows/rows-read-scope';
import { useDraft } from '@/ui/components/use-draft';
import type { ViewPartProps } from '../view-part';
import { ComparedRulesProvider } from './compared-rules';
import { openedSpec, proposalFromParameter, proposalToParameter } from './proposal-address';
import {
  draftOf,
  specOf,
  unfinishedOf,
  withUnfinished,
  type EditedProposal,
  type ProposalDraft,
} from './proposal-draft';
import { resolveColumns } from '@/analysis/new-prices/proposal-spec';
import { dropProposal, readProposal } from '@/analysis/new-prices/read-proposal';
import { useCheckedPrices } from './use-checked-prices';
import { usePlannedPrices } from './use-planned-prices';
import {
  EditedProposalProvider,
  ProposalStateProvider,
  type CompletedProposal,
  type ProposalState,
} from './proposal-state';

/** How long the user must pause before typed rules go into the address, as one undo step. */
const SETTLED_MS = 400;
/** How long the computation waits after a key press if a result is already on screen. */
const TYPED_MS = 120;

const clock = browserClock();
let lastId = 0;

/** Computes the new prices, and provides them to the results and the set-up. */
export function ProposalScope({ children }: ViewPartProps & { readonly children: ReactNode }) {
  const rowsRead = useRowsRead();
  const { rowFields, today } = useWorkbenchScope();
  const { engine, table, revision, coverage } = rowsRead;
  const { edited, problem, startOver } = useProposalOfColumns(table.columns);
  const { draft } = edited;
  const { validFrom, reason, fileColumns } = draft;
  const ofFile = useMemo(() => ({ validFrom, reason, fileColumns }), [validFrom, reason, fileColumns]);
  const proposals = useMemo(() => proposeRoles(table.columns, rowFields), [table.columns, rowFields]);
  const columns = useMemo(
    () => resolveColumns({ columns: draft.columns }, proposals, table.columns),
    [draft.columns, proposals, table.columns],
  );
  const price = table.columns.find(({ name, type }) => name === columns.price && type === 'number') ?? null;
  const weight = table.columns.some(({ name }) => name === draft.weight) ? draft.weight : null;

  const isReady = price !== null && problem === null;
  const key = JSON.stringify([table.sqlName, revision, specOf(draft).rules, columns, weight, today, isReady]);
  const { latest, failure, retry } = useEngineTable<CompletedProposal>({
    key: [...rowsReadKey(rowsRead), 'proposal', key],
    isWanted: isReady,
    keeps: 3,
    make: async (signal) => {
      if (price === null) throw new RangeError('There are no prices.');
      await wait(clock, hasAnswer ? TYPED_MS : 0, signal);
      const priceDigits = digitsOf(rowFields.find(({ name }) => name === price.name));
      const priced = { table, price, priceDigits, columns, weight, today };
      const proposal = await readProposal(engine, specOf(draft).rules, priced, signal);
      lastId += 1;
      return {
        value: { id: lastId, key, proposal, coverage },
        drop: () => dropProposal(engine, proposal),
      };
    },
  });
  // The result is deferred, so that rendering it does not delay the next key press.
  const result = useDeferredValue(latest);
  // New prices are dropped when the table of their rows is.
  const completed = result !== null && result.proposal.rows.table.sqlName === table.sqlName ? result : null;
  const hasAnswer = completed !== null;
  const current = completed?.key === key ? completed : null;
  const checks = useChecksOfProposal(rowsRead, price, draft.columns.cost ?? null);
  const planned = usePlannedPrices({ rowsRead, checks, day: validFrom, current });
  const checked = useCheckedPrices({ rowsRead, checks, current });
  const isOutdated = completed !== null && completed.key !== key;
  const value = useMemo(
    (): ProposalState => ({
      rowsRead,
      ofFile,
      columns,
      price,
      problem,
      completed,
      isOutdated,
      failure,
      checked,
      planned,
      startOver,
      retry,
    }),
    [
      rowsRead,
      ofFile,
      columns,
      price,
      problem,
      completed,
      isOutdated,
      failure,
      checked,
      planned,
      startOver,
      retry,
    ],
  );
  return (
    <ProposalStateProvider value={value}>
      <EditedProposalProvider value={edited}>
        <ComparedRulesProvider>{children}</ComparedRulesProvider>
      </EditedProposalProvider>
    </ProposalStateProvider>
  );
}

/** Returns the checks, with price and cost as in the proposal; null if they cannot be used, undefined until they are known. */
function useChecksOfProposal(
  rowsRead: RowsRead,
  price: AnalysedColumn | null,
  cost: string | null,
): Checks | null | undefined {
  const priceName = price?.name ?? null;
  const roles = useMemo(() => ({ price: priceName, ...(cost !== null && { cost }) }), [priceName, cost]);
  const read = useChecks(rowsRead, roles);
  if (read === null) return undefined;
  return 'ok' in read ? null : read;
}

/** Keeps the edited rules and the rules in the address equal. */
function useProposalOfColumns(
  columns: readonly AnalysedColumn[],
): Pick<ProposalState, 'problem' | 'startOver'> & { readonly edited: EditedProposal } {
  const parameter = useProposalOfAddress();
  const { setView, editRules } = useWorkbenchActions();
  const kept = useKeptRules();
  const read = useMemo(
    () => (parameter === undefined ? null : proposalFromParameter(parameter, columns)),
    [parameter, columns],
  );
  const [restored] = useState(() => withUnfinished(draftOf(openedSpec(read)), kept));
  const writtenOf = (of: ProposalDraft) => proposalToParameter(specOf(of));
  const [draft, setDraft] = useDraft(parameter, {
    draftOf: () => draftOf(openedSpec(read)),
    valueOf: writtenOf,
    kept: restored,
  });
  const written = writtenOf(draft);
  const problem = read?.ok === false ? read.problem : null;
  const isSettled = written === parameter || problem !== null;
  const write = useEffectEvent(() => {
    if (!isSettled) setView('proposal', { proposal: written });
  });
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(write, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written, isSettled]);
  // When the view closes, rules that were typed just before are still written to the address.
  useEffect(() => () => write(), []);
  useEffect(() => editRules(unfinishedOf(draft)), [draft, editRules]);
  const edited = useMemo(() => ({ draft, change: setDraft }), [draft, setDraft]);
  const startOver = useCallback(() => setView('proposal', { proposal: undefined }), [setView]);
  return { edited, problem, startOver };
}
