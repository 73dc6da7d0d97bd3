import { createContext, use } from 'react';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import type { Coverage, RowsRead } from '@/analysis/reading/rows-read';
import type { ProposalProblem } from './proposal-address';
import type { EditedProposal, ProposalDraft } from './proposal-draft';
import type { ProposalColumns } from '@/analysis/new-prices/proposal-spec';
import type { Proposal } from '@/analysis/new-prices/read-proposal';
import type { PlannedPricesState } from '@/analysis/new-prices/planned-prices';
import type { CheckedPricesState } from '@/analysis/new-prices/checked-prices';

/** The new prices of the rows read. */
export interface CompletedProposal {
  /** A unique id. The name of the table is not enough, because the engine can use a name again. */
  readonly id: number;
  readonly key: string;
  readonly proposal: Proposal;
  readonly coverage: Coverage;
}

/** The new prices that the rules result in. Set-up and results share this state. */
export interface ProposalState {
  readonly rowsRead: RowsRead;
  /** What an exported file says about all new prices (first day and reason), and which columns it has. */
  readonly ofFile: ProposalOfFile;
  readonly columns: ProposalColumns;
  /** The column of the price; null if no column is the price. */
  readonly price: AnalysedColumn | null;
  /** Why the rules in the address cannot be used; null if they can. */
  readonly problem: ProposalProblem | null;
  /** The new prices; null before the first result. */
  readonly completed: CompletedProposal | null;
  /** Whether `completed` belongs to other rules or to fewer rows, because the current prices are still being computed. */
  readonly isOutdated: boolean;
  readonly failure: EngineFailure | null;
  readonly checked: CheckedPricesState;
  readonly planned: PlannedPricesState;
  /** Discards the rules in the address, and starts again with the first rule. */
  readonly startOver: () => void;
  readonly retry: () => void;
}

export type ProposalOfFile = Pick<ProposalDraft, 'validFrom' | 'reason' | 'fileColumns'>;

// The rules have a separate context, so that a key press renders only their editor. The results render only when they change.
const ProposalContext = createContext<ProposalState | null>(null);
const EditedProposalContext = createContext<EditedProposal | null>(null);

export const ProposalStateProvider = ProposalContext;
export const EditedProposalProvider = EditedProposalContext;

/** Returns the rules that are being edited. Components that call this hook render at every key press. */
export function useEditedProposal(): EditedProposal {
  const edited = use(EditedProposalContext);
  if (edited === null) throw new Error('There is no proposal around this component.');
  return edited;
}

/** Returns the state with the new prices. */
export function useProposalState(): ProposalState {
  const state = use(ProposalContext);
  if (state === null) throw new Error('There is no proposal around this component.');
  return state;
}
