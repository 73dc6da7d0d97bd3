import { isRecord, pathSteps, valueAt } from '@/contract/member-path';
import { ownDescription } from '@/contract/own-description';
import { readServiceDescription } from '@/contract/read-description';
import type { ServiceDescription } from '@/contract/service-description';
import { ownMember } from '@/lib/base/own-member';

/** Why a key of a description is proposed. `name` is a name or a short value of the service. */
export type Reason =
  | { readonly kind: 'found-in-answer'; readonly name: string }
  | { readonly kind: 'named-in-refusal'; readonly name: string }
  | { readonly kind: 'accepted'; readonly name: string }
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'answers-there'; readonly name: string }
  | { readonly kind: 'only-case-differs'; readonly name: string }
  | { readonly kind: 'fits-rows'; readonly name: string }
  | { readonly kind: 'types-of-fields'; readonly name: string }
  | { readonly kind: 'not-there' }
  /** No field has the member, and the console then assumes that everybody may view what they may read, and that nobody may edit. */
  | { readonly kind: 'no-view-rights' }
  | { readonly kind: 'no-edit-rights' }
  /** No field says whether it can be filtered or sorted by, so the console lets people try. */
  | { readonly kind: 'no-uses' }
  | { readonly kind: 'fields-in-rows' }
  | { readonly kind: 'assumed'; readonly name: string };

export interface ProposedKey {
  readonly key: string;
  readonly value: unknown;
  readonly reason: Reason;
}

type Json = Readonly<Record<string, unknown>>;
/** Keys of a description, such as `extraction.total`, with the values that they get together. */
export type Changes = readonly (readonly [key: string, value: unknown])[];

/** What was proposed at one time. */
export interface ProposalState {
  readonly description: ServiceDescription;
  readonly proposed: ReadonlyMap<string, ProposedKey>;
}

/** A description that grows while a service is checked. It is always one that the console can read. */
export interface Proposal {
  readonly description: () => ServiceDescription;
  /** Changes keys together; a key with the value undefined returns to its default. Returns false, and changes nothing, if the schema refuses the result. */
  readonly change: (changes: Changes, reason: Reason) => boolean;
  /** Returns the description with these changes, for a request that only tries them; null if the schema refuses it. */
  readonly tried: (changes: Changes) => ServiceDescription | null;
  /** Gives a key the value that it had at the start of the check. */
  readonly takeBack: (key: string) => void;
  readonly state: () => ProposalState;
  /** Takes back what was proposed since. Forms that descriptions cannot have yet are not forgotten. */
  readonly restore: (state: ProposalState) => void;
  /** The keys in which the proposal differs from the description that the check began with. */
  readonly proposed: () => readonly ProposedKey[];
  /** Forms of the service that descriptions cannot have yet. */
  readonly notYet: () => readonly ProposedKey[];
  /** The description as a file has it: only what differs from the contract. */
  readonly json: () => Json;
}

/** Whether a text can be the address of the list of price columns. */
export function isListAddress(path: string): boolean {
  return readServiceDescription({ version: 1, priceColumns: { path } }).ok;
}

export function createProposal(start: ServiceDescription): Proposal {
  let description = start;
  let proposed: ReadonlyMap<string, ProposedKey> = new Map();
  const later = new Map<string, ProposedKey>();

  /** Returns the description with the changes; if it cannot be read, the keys whose values the console cannot follow yet. */
  function read(changes: Changes): {
    readonly description: ServiceDescription | null;
    readonly later: ReadonlySet<string>;
  } {
    let next = changes.reduce<Json>(
      (of, [key, value]) => withValue(of, pathSteps(key), value),
      ownDescription(description),
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const result = readServiceDescription(next);
      if (result.ok) return { description: result.description, later: new Set() };
      // A key that does nothing beside the new ones is left out: it belonged to the form that they replace.
      const useless = result.problems.flatMap(({ key, kind }) =>
        kind === 'no-effect' && key !== null ? [key] : [],
      );
      if (useless.length === 0) {
        const notYet = result.problems.filter(({ kind }) => kind === 'not-yet');
        return { description: null, later: new Set(notYet.map(({ key }) => key ?? '')) };
      }
      next = useless.reduce<Json>((of, key) => withValue(of, pathSteps(key), undefined), next);
    }
    return { description: null, later: new Set() };
  }

  function change(changes: Changes, reason: Reason): boolean {
    const result = read(changes);
    if (result.description === null) {
      for (const [key, value] of changes) if (result.later.has(key)) later.set(key, { key, value, reason });
      return false;
    }
    ({ description } = result);
    const next = new Map(proposed);
    for (const [key, value] of changes) {
      later.delete(key);
      const isChange = JSON.stringify(valueAt(start, pathSteps(key))) !== JSON.stringify(value);
      if (value === undefined || !isChange) next.delete(key);
      else next.set(key, { key, value, reason: changes.length > 1 ? ownReason(value, reason) : reason });
    }
    proposed = next;
    return true;
  }

  return {
    description: () => description,
    tried: (changes) => read(changes).description,
    change,
    takeBack: (key) => {
      change([[key, valueAt(start, pathSteps(key))]], { kind: 'not-there' });
    },
    state: () => ({ description, proposed }),
    restore: (state) => {
      ({ description, proposed } = state);
    },
    // A key may have been left out since, beside another form.
    proposed: () =>
      [...proposed.values()].filter(({ key }) => valueAt(description, pathSteps(key)) !== undefined),
    notYet: () => [...later.values()],
    json: () => ownDescription(description),
  };
}

/** Returns the reason for one of several keys that change together: each place was found by itself. */
function ownReason(value: unknown, reason: Reason): Reason {
  if (reason.kind !== 'found-in-answer') return reason;
  if (value === null) return { kind: 'not-there' };
  return typeof value === 'string' ? { kind: 'found-in-answer', name: value } : reason;
}

function withValue(json: Json, [step = '', ...rest]: readonly string[], value: unknown): Json {
  const others = Object.entries(json).filter(([name]) => name !== step);
  if (rest.length === 0)
    return Object.fromEntries([...others, ...(value === undefined ? [] : [[step, value]])]);
  const inside = ownMember(json, step);
  return Object.fromEntries([...others, [step, withValue(isRecord(inside) ? inside : {}, rest, value)]]);
}
