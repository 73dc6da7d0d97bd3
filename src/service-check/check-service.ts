import { createDialect } from '@/contract/create-dialect';
import { DOCUMENT_ADDRESSES, PRICE_LIST_ADDRESSES } from '@/contract/known-spellings';
import type { ServiceDescription } from '@/contract/service-description';
import type { TokenFacts } from '@/contract/token.schema';
import type { Clock } from '@/lib/base/clock';
import { CallFailed, CheckStopped, createCaller, type Exchange, type StopReason } from './caller';
import { createRecorder, createRun, isRefusal, needs, type Finding } from './check-run';
import type { CheckStep, Note, Outcome, ServiceCheck, StepId } from './check-step';
import { checkFirstPage } from './first-page-step';
import { checkItemTable, checkPriceColumns, checkToken } from './metadata-steps';
import { checkEquals, checkOperator, dropUnprovenWords, OPERATORS } from './operator-steps';
import { checkFields, checkLargestPage, checkSamePage, checkSecondPage, checkTotal } from './page-steps';
import { createProposal } from './proposal';
import { checkKeyAndQuery, checkPageByKey, checkSnapshotKey } from './snapshot-steps';
import { MOST_LISTS } from './service-document';
import { checkSort } from './sort-step';
import { checkCase, checkDates, checkDigits, checkNulls, checkUnknownColumn } from './value-steps';

export interface ServiceCheckPorts {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What is known of the token; null if it came before the page was loaded. */
  readonly token: TokenFacts | 'api-key' | null;
  /** The address of the list of price columns, from a person who knows it. `isListAddress` tells whether it can be used. */
  readonly priceColumnsPath?: string | undefined;
  /** Called after each step with all steps so far. */
  readonly onStep?: (steps: readonly CheckStep[]) => void;
}

/** The number of steps, for showing how far a check is. */
export const STEP_COUNT = 18 + OPERATORS.length;

/** The most addresses at which the price columns are looked for, besides the described one. */
export const MOST_ADDRESSES = DOCUMENT_ADDRESSES.length + MOST_LISTS + PRICE_LIST_ADDRESSES.length;

/** Steps without which price columns cannot be opened and read. A missing operator other than `equals` is not among them. */
const MAIN_JOB: ReadonlySet<StepId> = new Set([
  'price-columns',
  'first-page',
  'fields',
  'total',
  'page-2',
  'same-page',
  'snapshot-key',
  'page-by-key',
  'sort',
  'largest-page',
  'dates',
]);

/** What a step says that the service has nothing to try it with, and that nothing read from it depends on it. */
const NOTHING_THERE: ReadonlySet<Note['kind']> = new Set(['no-dates', 'dates-unproven', 'no-snapshots']);

/**
 * Checks a service step by step with requests that only read, and proposes a description where it differs from the given
 * one. Rejects only with the signal's reason: whatever a service answers is a finding.
 */
export async function checkService(
  described: ServiceDescription,
  ports: ServiceCheckPorts,
): Promise<ServiceCheck> {
  const { clock, signal, exchange, token, onStep = () => undefined } = ports;
  const proposal = createProposal(described);
  const { priceColumnsPath: given } = ports;
  if (given !== undefined) proposal.change([['priceColumns.path', given]], { kind: 'given', name: given });
  const recorder = createRecorder(proposal, onStep);
  const caller = createCaller({
    exchange,
    clock,
    signal,
    isRefusal: (json) => isRefusal(json, createDialect(proposal.description())),
    onAsked: recorder.asked,
    onAnswered: recorder.answered,
  });
  const run = createRun(caller, proposal);
  let stopped: StopReason | null = null;

  async function step(
    id: StepId,
    find: () => Finding | Promise<Finding>,
    operator?: (typeof OPERATORS)[number],
  ): Promise<void> {
    recorder.begin(id, operator);
    if (stopped !== null)
      return recorder.end({ verdict: 'not-tried', notes: [{ kind: 'stopped', reason: stopped }] });
    const before = proposal.state();
    const finding = await found(find);
    // A guess that was tried and has failed is no longer proposed when the next step begins.
    const isRight = finding.verdict === 'fits' || finding.verdict === 'differs' || finding.isProposalRight;
    if (isRight !== true) proposal.restore(before);
    recorder.end(finding);
  }

  async function found(find: () => Finding | Promise<Finding>): Promise<Finding> {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof CheckStopped || error instanceof CallFailed)) {
        if (signal.aborted) throw error;
        // An answer in a form that nobody has thought of must not end the check without a word.
        return { verdict: 'failed', notes: [{ kind: 'unexpected' }] };
      }
      const { reason } = error;
      // Steps that need no further call can still be done.
      if (error instanceof CheckStopped && reason !== 'too-many-calls') stopped = reason;
      return {
        verdict: reason === 'too-many-calls' ? 'not-tried' : 'failed',
        notes: [{ kind: 'stopped', reason }],
      };
    }
  }

  await step('token', () => checkToken(run, token));
  await step('item-table', () => checkItemTable(run));
  await step('price-columns', () => checkPriceColumns(run));
  await step('first-page', () => checkFirstPage(run));
  await step('fields', () => checkFields(run));
  await step('same-page', () => checkSamePage(run));
  await step('page-2', () => checkSecondPage(run));
  await step('total', () => checkTotal(run));
  await step('sort', () => checkSort(run));
  // The moments of a snapshot are written like other dates.
  await step('dates', () => checkDates(run));
  await step('snapshot-key', () => checkSnapshotKey(run));
  await step('page-by-key', () => checkPageByKey(run));
  await step('largest-page', () => checkLargestPage(run));
  let isEqualsFound = false;
  await step(
    'operator',
    async () => {
      const finding = await checkEquals(run);
      isEqualsFound = finding.verdict === 'fits' || finding.verdict === 'differs';
      return finding;
    },
    'equals',
  );
  for (const op of OPERATORS.filter((each) => each !== 'equals')) {
    await step('operator', () => (isEqualsFound ? checkOperator(run, op) : needs('operator')), op);
  }
  const isFound = ({ verdict }: CheckStep) => verdict === 'fits' || verdict === 'differs';
  const proven = recorder.steps().filter(isFound);
  dropUnprovenWords(proposal, new Set(proven.flatMap(({ operator }) => operator ?? [])));
  await step('key-and-query', () => checkKeyAndQuery(run));
  await step('nulls', () => checkNulls(run));
  await step('case', () => (isEqualsFound ? checkCase(run) : needs('operator')));
  await step('unknown-column', () => checkUnknownColumn(run));
  await step('digits', () => checkDigits(run));

  const steps = recorder.steps();
  return {
    outcome: outcomeOf(steps, proposal.proposed().length > 0),
    steps,
    extractionCallCount: caller.extractionCalls(),
    description: proposal.json(),
    proposed: proposal.proposed(),
    notYet: proposal.notYet(),
  };
}

function outcomeOf(steps: readonly CheckStep[], isProposing: boolean): Outcome {
  for (const { id, operator, verdict, notes } of steps) {
    const stopped = notes.find(({ kind }) => kind === 'stopped')?.reason ?? null;
    const isMain = MAIN_JOB.has(id) || operator === 'equals';
    // What was not tried may be missing, unless the service has nothing that could be tried.
    const isThere =
      verdict === 'fits' || verdict === 'differs' || notes.some(({ kind }) => NOTHING_THERE.has(kind));
    if (isMain && !isThere) return { kind: 'missing', step: id, stopped };
  }
  return { kind: isProposing ? 'fits-with-proposal' : 'fits' };
}
