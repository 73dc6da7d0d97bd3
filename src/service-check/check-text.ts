import type { Words } from '@/ui/formats/words';
import { MOST_EXTRACTION_CALLS, MOST_MINUTES } from './caller';
import type { CheckStep, Note, Outcome, ServiceCheck, StepId } from './check-step';
import { STEP_IDS } from './check-step';
import type { ProposedKey } from './proposal';

/** A step in the words of a language; names of members, and types, are those of JSON in every language. */
export interface StepText {
  readonly step: string;
  /** What is asked for in words, then the method with the address, the members and the number of requests, as far as there are any. */
  readonly request: readonly string[];
  readonly answer: string;
  readonly verdict: string;
  readonly expected: string;
  readonly came: string;
  readonly notes: readonly string[];
}

const MOST_NAMES = 8;

function stepName({ id, operator }: Pick<CheckStep, 'id' | 'operator'>, words: Words): string {
  const t = words.of('serviceCheck');
  return id === 'operator' ? t('step.operator', { operator: operator ?? '' }) : t(`step.${id}`);
}

export function stepText(step: CheckStep, words: Words): StepText {
  const t = words.of('serviceCheck');
  const { id, request, answer, callCount, verdict, expected, came, notes } = step;
  const sent =
    request === null
      ? []
      : [
          `${request.method} ${request.path}`,
          ...(request.members.length > 0 ? [t('members', { names: someNames(request.members) })] : []),
          ...(callCount > 1 ? [t('calls', { count: callCount })] : []),
        ];
  const isLacking = verdict === 'missing' || verdict === 'refused';
  return {
    step: stepName(step, words),
    request: [t(`asks.${id}`), ...sent],
    answer:
      answer === null
        ? t('notAsked')
        : t(`form.${answer.form}`, { status: String(answer.status), shape: answer.shape }),
    verdict: t(`verdict.${verdict}`),
    expected,
    came,
    notes: [
      ...notes.map((note) => noteText(note, words)),
      ...(isLacking && id !== 'token' && id !== 'key-and-query' ? [t(`lookFor.${id}`)] : []),
    ],
  };
}

function someNames(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
}

const LIFETIMES = ['expires', 'jwt', 'expires-in'] as const;
const FORMS = ['html', 'empty'] as const;

function noteText({ kind, name = '', count = 0, reason }: Note, words: Words): string {
  const t = words.of('serviceCheck');
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all other notes have a message of their own name
  switch (kind) {
    case 'stopped':
      return t(`note.stopped.${reason ?? 'unreachable'}`, {
        count: MOST_EXTRACTION_CALLS,
        minutes: MOST_MINUTES,
      });
    case 'needs-earlier': {
      const id = STEP_IDS.find((each) => each === name);
      return t('note.needs-earlier', {
        name:
          id === undefined ? name : stepName({ id, operator: id === 'operator' ? 'equals' : null }, words),
      });
    }
    case 'lifetime':
      return t(`note.lifetime.${LIFETIMES.find((each) => each === name) ?? 'default'}`, { count });
    case 'no-json':
      return t(`note.no-json.${FORMS.find((each) => each === name) ?? 'text'}`);
    default:
      return t(`note.${kind}`, { name, count });
  }
}

/** Returns the sentence that says how a check has ended. */
export function outcomeText(
  { outcome, steps }: Pick<ServiceCheck, 'outcome' | 'steps'>,
  words: Words,
): string {
  const t = words.of('serviceCheck');
  if (outcome.kind !== 'missing') {
    // A service that keeps no snapshots can be read, but less well.
    const less = steps.flatMap(({ id, notes }) => (id === 'snapshot-key' ? notes : []));
    return [t(`outcome.${outcome.kind}`), ...less.map((note) => noteText(note, words))].join(' ');
  }
  const step = lackingStep(outcome, steps);
  const notes = step === undefined ? [] : stepText(step, words).notes;
  return t('outcome.missing', {
    step: step === undefined ? '' : stepName(step, words),
    detail: notes.join(' '),
  }).trim();
}

function lackingStep(
  { step: id }: { readonly step: StepId } & Extract<Outcome, { kind: 'missing' }>,
  steps: readonly CheckStep[],
): CheckStep | undefined {
  return steps.find((step) => step.id === id);
}

/** Returns why a key is proposed. */
export function reasonText({ reason }: ProposedKey, words: Words): string {
  const t = words.of('serviceCheck');
  return 'name' in reason ? t(`reason.${reason.kind}`, { name: reason.name }) : t(`reason.${reason.kind}`);
}

/** Returns the proposed description as a file has it. */
export function descriptionText({ description }: Pick<ServiceCheck, 'description'>): string {
  return `${JSON.stringify(description, null, 2)}\n`;
}
