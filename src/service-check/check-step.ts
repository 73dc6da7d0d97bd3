import type { ComparisonOp } from '@/contract/extraction';
import type { StopReason } from './caller';
import type { ProposedKey } from './proposal';

/** The steps of a check, in the order of the table. There is one step `operator` for each operator. */
export const STEP_IDS = [
  'token',
  'item-table',
  'price-columns',
  'first-page',
  'fields',
  'same-page',
  'page-2',
  'total',
  'sort',
  'dates',
  'snapshot-key',
  'page-by-key',
  'largest-page',
  'operator',
  'key-and-query',
  'nulls',
  'case',
  'unknown-column',
  'digits',
] as const;
export type StepId = (typeof STEP_IDS)[number];

/**
 * `fits`: as the description says. `differs`: in another way, which the proposal follows or the note explains. `missing`: the
 * service does not have it, or the check has not found it. `refused`: the service does not allow it. `failed`: a call had no answer, or something else went wrong.
 */
export type Verdict = 'fits' | 'differs' | 'missing' | 'refused' | 'failed' | 'not-tried';

/** What a step says beside its verdict. Values are names, counts and short words; never a value of a row. */
export interface Note {
  readonly kind:
    | 'lifetime'
    | 'lifetime-unknown'
    | 'api-key'
    | 'no-rights'
    | 'other-rights'
    | 'metadata-members'
    | 'no-json'
    | 'status'
    | 'envelope-refusal'
    | 'no-list'
    | 'no-rows'
    | 'unknown-types'
    | 'missing-members'
    | 'tried'
    | 'no-effect'
    | 'rows-differ'
    | 'changes'
    | 'no-sample'
    | 'needs-earlier'
    | 'stopped'
    | 'not-possible-yet'
    | 'few-rows'
    | 'stable-by-key'
    | 'unreadable'
    | 'any-key'
    | 'no-dates'
    | 'no-snapshots'
    | 'snapshots-not-found'
    | 'fields-not-listed'
    | 'unexpected'
    | 'ignored-query'
    | 'fewer-rows'
    | 'case-matters'
    | 'nulls-last'
    | 'accepted'
    | 'digits-lost'
    | 'digits-of-numbers'
    | 'digits-of-texts'
    | 'date-form'
    | 'no-zone'
    | 'zone-unproven'
    | 'dates-unproven';
  readonly name?: string;
  readonly count?: number;
  readonly reason?: StopReason;
}

export interface ShownRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The names of the members of the body, and of headers that only some requests have. */
  readonly members: readonly string[];
}

export interface ShownAnswer {
  readonly status: number;
  readonly form: 'json' | 'html' | 'text' | 'empty';
  /** Names and types of members. */
  readonly shape: string;
}

export interface CheckStep {
  readonly id: StepId;
  /** Only for the step `operator`. */
  readonly operator: ComparisonOp | null;
  /** The last request of the step, and its answer; null if nothing was sent for it. */
  readonly request: ShownRequest | null;
  readonly answer: ShownAnswer | null;
  readonly callCount: number;
  readonly verdict: Verdict;
  /** Names and types, such as `totalRecords: number`. */
  readonly expected: string;
  readonly came: string;
  readonly notes: readonly Note[];
  readonly learnt: readonly ProposedKey[];
}

export type Outcome =
  | { readonly kind: 'fits' }
  | { readonly kind: 'fits-with-proposal' }
  /** Something that the main job needs is missing: the first step that lacks it. */
  | { readonly kind: 'missing'; readonly step: StepId; readonly stopped: StopReason | null };

export interface ServiceCheck {
  readonly outcome: Outcome;
  readonly steps: readonly CheckStep[];
  readonly extractionCallCount: number;
  /** The proposed description as a file has it; only what differs from the contract. */
  readonly description: Readonly<Record<string, unknown>>;
  readonly proposed: readonly ProposedKey[];
  readonly notYet: readonly ProposedKey[];
}
