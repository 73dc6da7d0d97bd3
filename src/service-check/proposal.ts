import { isRecord, pathSteps, valueAt } from '@/contract/member-path';
import { readServiceDescription } from '@/contract/read-description';
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';

/** Why a key of a description is proposed. `name` is a name or a short value of the service. */
export type Reason =
  | { readonly kind: 'found-in-answer'; readonly name: string }
  | { readonly kind: 'named-in-refusal'; readonly name: string }
  | { readonly kind: 'accepted'; readonly name: string }
  | { readonly kind: 'answers-there'; readonly name: string }
  | { readonly kind: 'only-case-differs'; readonly name: string }
  | { readonly kind: 'fits-rows'; readonly name: string }
  | { readonly kind: 'types-of-fields'; readonly name: string }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'assumed'; readonly name: string };

export interface ProposedKey {
  readonly key: string;
  readonly value: unknown;
  readonly reason: Reason;
}

type Json = Readonly<Record<string, unknown>>;
/** Keys of a description, such as `extraction.total`, with the values that they get together. */
export type Changes = readonly (readonly [key: string, value: unknown])[];

/** A description that grows while a service is checked. It is always one that the console can read. */
export interface Proposal {
  readonly description: () => ServiceDescription;
  /** Changes keys together; a key with the value undefined returns to its default. Returns false, and changes nothing, if the schema refuses the result. */
  readonly change: (changes: Changes, reason: Reason) => boolean;
  /** Returns the description with these changes, for a request that only tries them; null if the schema refuses it. */
  readonly tried: (changes: Changes) => ServiceDescription | null;
  /** The keys in which the proposal differs from the description that the check began with. */
  readonly proposed: () => readonly ProposedKey[];
  /** Forms of the service that descriptions cannot have yet. */
  readonly notYet: () => readonly ProposedKey[];
  /** The description as a file has it: only what differs from the contract. */
  readonly json: () => Json;
}

export function createProposal(start: ServiceDescription): Proposal {
  let json = differences(start);
  let description = start;
  const proposed = new Map<string, ProposedKey>();
  const refused = new Map<string, ProposedKey>();

  function read(changes: Changes): { readonly json: Json; readonly description: ServiceDescription } | null {
    let next = changes.reduce<Json>((of, [key, value]) => withValue(of, pathSteps(key), value), json);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const result = readServiceDescription(next);
      if (result.ok) return { json: differences(result.description), description: result.description };
      // A key that does nothing beside the new ones is left out: it belonged to the form that they replace.
      const useless = result.problems.flatMap(({ key, kind }) =>
        kind === 'no-effect' && key !== null ? [key] : [],
      );
      if (useless.length === 0) return null;
      next = useless.reduce<Json>((of, key) => withValue(of, pathSteps(key), undefined), next);
    }
    return null;
  }

  return {
    description: () => description,
    tried: (changes) => read(changes)?.description ?? null,
    change: (changes, reason) => {
      const result = read(changes);
      if (result === null) {
        for (const [key, value] of changes) refused.set(key, { key, value, reason });
        return false;
      }
      ({ json, description } = result);
      for (const [key, value] of changes) {
        refused.delete(key);
        const isChange = JSON.stringify(valueAt(start, pathSteps(key))) !== JSON.stringify(value);
        if (value === undefined || !isChange) proposed.delete(key);
        else
          proposed.set(key, { key, value, reason: changes.length > 1 ? ownReason(value, reason) : reason });
      }
      return true;
    },
    // A key may have been left out since, beside another form.
    proposed: () =>
      [...proposed.values()].filter(({ key }) => valueAt(description, pathSteps(key)) !== undefined),
    notYet: () => [...refused.values()],
    json: () => ({ version: DEFAULT_DESCRIPTION.version, ...json }),
  };
}

/** Returns the reason for one of several keys that change together: each place was found by itself. */
function ownReason(value: unknown, reason: Reason): Reason {
  if (reason.kind !== 'found-in-answer') return reason;
  if (value === null) return { kind: 'not-there' };
  return typeof value === 'string' ? { kind: 'found-in-answer', name: value } : reason;
}

/** Lists that a description replaces as a whole, so their entries are not compared one by one. */
const WHOLE = new Set(['extraction.constants', 'extraction.snapshot.ask', 'priceColumns.types']);

/** Returns the keys of a description that differ from the contract, as a file has them. */
function differences(description: ServiceDescription): Json {
  return differencesOf(description, DEFAULT_DESCRIPTION, '');
}

function differencesOf(of: Json, usual: Json, at: string): Json {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, value]): [string, unknown][] => {
      const key = at === '' ? name : `${at}.${name}`;
      const other = Object.hasOwn(usual, name) ? usual[name] : undefined;
      if (value === undefined || key === '$schema' || JSON.stringify(value) === JSON.stringify(other))
        return [];
      if (isRecord(value) && isRecord(other) && !WHOLE.has(key))
        return [[name, differencesOf(value, other, key)]];
      return [[name, value]];
    }),
  );
}

function withValue(json: Json, [step = '', ...rest]: readonly string[], value: unknown): Json {
  const others = Object.entries(json).filter(([name]) => name !== step);
  if (rest.length === 0)
    return Object.fromEntries([...others, ...(value === undefined ? [] : [[step, value]])]);
  const inside = Object.hasOwn(json, step) ? json[step] : undefined;
  return Object.fromEntries([...others, [step, withValue(isRecord(inside) ? inside : {}, rest, value)]]);
}
