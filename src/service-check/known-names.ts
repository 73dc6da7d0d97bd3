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

/**
 * Sends the known names of all optional parts at once. Empty if the refusal does not say which of them the service knows. Names that ask
 * for a snapshot go along only beside one that the service has refused: a service that ignores unknown names would take a snapshot.
 */
async function tryAllNames(run: CheckRun): Promise<ReadonlySet<string>> {
  const lists = [...BODY_SPELLINGS.fields, ...BODY_SPELLINGS.filters, ...BODY_SPELLINGS.sort];
  const used = new Set(Object.keys(bodyNames(run)));
  const names = lists.filter((name) => !used.has(name)).map((name) => [name, []] as const);
  const asks = SNAPSHOT_ASKS.filter(([name]) => !used.has(name));
  const { name: refusedName } = run.refused;
  // A name that requests now have was refused for another reason.
  if (refusedName !== null && !used.has(refusedName)) {
    const extra = Object.fromEntries([...names, ...asks, [refusedName, []]]);
    const { unknown } = refusalOf(await askPlain(run, { extra, effort: 'snapshot' }), extra);
    if (unknown.length > 1) return namesWithout([...names, ...asks], unknown);
    // Among the names may be one that asks for a snapshot, with another value than the service wants.
  }
  const extra = Object.fromEntries(names);
  const answer = await askPlain(run, { extra });
  const unknown = answer.isOk ? [] : refusalOf(answer, extra).unknown;
  const [refused] = unknown;
  if (refused === undefined || unknown.length === 1) return new Set();
  if (refusedName !== null) return namesWithout([...names, ...asks], unknown);
  // Only now is it shown that the service refuses unknown names.
  const further = Object.fromEntries([...asks, [refused, []]]);
  const others = refusalOf(await askPlain(run, { extra: further, effort: 'snapshot' }), further).unknown;
  return namesWithout([...names, ...asks], [...unknown, ...others]);
}

function namesWithout(
  all: readonly (readonly [name: string, value: unknown])[],
  unknown: readonly string[],
): ReadonlySet<string> {
  return new Set(all.map(([name]) => name).filter((name) => !unknown.includes(name)));
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
