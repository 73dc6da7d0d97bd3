import { BODY_SPELLINGS, SNAPSHOT_ASKS } from '@/contract/known-spellings';
import { askPlain, refusalOf, type CheckRun } from './check-run';

/** The members that a plain request has, as an object for reading refusals. */
export function bodyNames(run: CheckRun): Readonly<Record<string, unknown>> {
  const { page, size, fields, constants = {} } = run.proposal.description().extraction;
  return {
    [page.name]: 1,
    [size.name]: 1,
    ...(fields.all !== 'absent' && { [fields.name]: [] }),
    ...constants,
  };
}

/** Of the spellings, the names that the service has not refused, the most usual first. A single request tries all names of all parts. */
export async function knownAmong(
  run: CheckRun,
  spellings: readonly string[],
  described: string,
): Promise<readonly string[]> {
  run.knownNames ??= await tryAllNames(run);
  const { knownNames } = run;
  return spellings.filter((name) => name !== described && (knownNames.size === 0 || knownNames.has(name)));
}

/** Sends the known names of all optional parts at once. Empty if the refusal does not say which of them the service knows. */
async function tryAllNames(run: CheckRun): Promise<ReadonlySet<string>> {
  const lists = [...BODY_SPELLINGS.fields, ...BODY_SPELLINGS.filters, ...BODY_SPELLINGS.sort];
  const used = new Set(Object.keys(bodyNames(run)));
  const all = [...lists.map((name) => [name, []] as const), ...SNAPSHOT_ASKS].filter(
    ([name]) => !used.has(name),
  );
  let asked = all;
  for (let turn = 0; turn < 2; turn += 1) {
    const extra = Object.fromEntries(asked);
    const answer = await askPlain(run, { extra });
    if (answer.isOk) return new Set();
    const { unknown } = refusalOf(answer, extra);
    if (unknown.length > 1)
      return new Set(all.map(([name]) => name).filter((name) => !unknown.includes(name)));
    // Among the names may be one that asks for a snapshot, with another value than the service wants.
    asked = all.filter(([name]) => !SNAPSHOT_ASKS.some(([each]) => each === name));
  }
  return new Set();
}

/** Whether a request with all known names has shown that the service does not know this one. */
export function isRefusedName({ knownNames }: CheckRun, spellings: readonly string[], name: string): boolean {
  return knownNames !== null && knownNames.size > 0 && spellings.includes(name) && !knownNames.has(name);
}

/** Returns 0 for a name that is written as the service writes the size of a page, with capital letters or without, and 1 for others. */
export function caseDistance({ proposal }: CheckRun, name: string): number {
  const isCapital = (text: string) => /(?:^|[^a-z])[A-Z]/.test(text);
  return isCapital(name) === isCapital(proposal.description().extraction.size.name) ? 0 : 1;
}
