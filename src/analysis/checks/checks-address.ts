import { readIsoDateTime } from '@/lib/formats/iso-date';
import { ROLES } from '@/rows/price-rows/column-roles';
import * as c from '../address/codec';
import { sourceName } from '../conditions/source';
import { CHECK_IDS, type CheckId } from './check-definition';
import type { CheckParameters } from './check-parameters';
import { checkDefinition } from './standard-checks';
import { isParameterValue, PROPOSED_CHECKS, type ChecksSpec } from './checks-spec';
import {
  MAX_CHECK_MEANING_LENGTH,
  MAX_CHECK_NAME_LENGTH,
  ownCheckIdSchema,
  type OwnCheck,
  type OwnCheckId,
  type OwnChecksChange,
} from './own-checks';
import type { CheckSource } from './reference-prices';

/** The version of the notation below. If a link has another version, an error is shown instead of interpreting it. */
const VERSION = '1';

/** The parameter for checks without any choices. Unlike a missing parameter, it is not replaced by saved checks. */
export const NOTHING_CHOSEN = VERSION;

export type ChecksFromAddress =
  | { readonly ok: true; readonly spec: ChecksSpec }
  | {
      readonly ok: false;
      readonly problem: {
        readonly kind: 'unknown-version' | 'unreadable';
        /** The part that cannot be used, as the address contains it. */
        readonly text: string;
      };
    };

const check = c.oneOf(CHECK_IDS);

const setting = c.where(
  c.record<Setting>({ id: check, name: c.text, value: c.text }),
  ({ id, name, value }) => {
    const parameter = checkDefinition(id).parameters.find((each) => each.name === name);
    return parameter !== undefined && isParameterValue(parameter, value);
  },
);
type Setting = { readonly id: CheckId; readonly name: string; readonly value: string };

const ownChecks = c.list(
  c.item(
    c.record<OwnCheck>({
      id: c.where(c.text, (text): text is OwnCheckId => ownCheckIdSchema.safeParse(text).success),
      isUsed: c.flag('used', 'unused'),
      name: c.nameUpTo(MAX_CHECK_NAME_LENGTH),
      means: c.nameUpTo(MAX_CHECK_MEANING_LENGTH),
      refine: c.name,
    }),
  ),
);

/** Columns of the source. Each is followed by the column of the rows that it is matched with. */
const matches = c.mapped(
  c.where(c.list(c.name), (names) => names.length % 2 === 0),
  (names): Readonly<Record<string, string>> =>
    Object.fromEntries(names.flatMap((name, at) => (at % 2 === 0 ? [[name, names[at + 1] ?? '']] : []))),
  (pairs) => Object.entries(pairs).flat(),
);
const amount = c.mapped(
  c.text,
  (text): string | null => (text === '' ? null : text),
  (column) => column ?? '',
);
const source = c.keyed<CheckSource>({
  snapshot: c.record({ cacheKey: sourceName }),
  copy: c.record({ id: sourceName }),
  'price-column': c.record({ name: c.name, amount, matches }),
});

/** Returns a codec that writes an empty list as one empty item. */
function orEmpty<Value>(codec: c.Codec<Value>): c.Codec<Value> {
  return {
    read: (items) => codec.read(items.filter((item) => item !== '')),
    write: (value) => c.some(codec.write(value)) ?? [''],
  };
}

function usedPart(isUsed: boolean): c.Part<ChecksSpec> {
  return c.part(
    c.list(c.item(check)),
    ({ used }) => c.some(CHECK_IDS.filter((id) => used[id] === isUsed)),
    (ids, { used }) => ({ used: { ...used, ...Object.fromEntries(ids.map((id) => [id, isUsed])) } }),
  );
}

const PARTS: Readonly<Record<string, c.Part<ChecksSpec>>> = {
  roles: c.member('roles', c.byKey(ROLES, c.optional(c.name))),
  key: c.member('key', orEmpty(c.list(c.item(c.name)))),
  within: c.part(
    orEmpty(c.optional(c.item(c.name))),
    ({ currencyScope }) => currencyScope,
    (currencyScope) => ({ currencyScope }),
  ),
  day: c.member('day', c.item(c.where(c.text, (text) => readIsoDateTime(text)?.hasTime === false))),
  use: usedPart(true),
  skip: usedPart(false),
  set: c.part(c.list(c.item(setting)), settingsOf, (settings) => ({ parameters: parametersOf(settings) })),
  own: c.member(
    'own',
    c.where(ownChecks, (own) => new Set(own.map(({ id }) => id)).size === own.length),
  ),
  against: c.member(
    'sources',
    c.where(c.byKey(CHECK_IDS, source), (sources) =>
      CHECK_IDS.every((id) => sources[id] === undefined || checkDefinition(id).sourceRole !== undefined),
    ),
  ),
};

function settingsOf({ parameters }: ChecksSpec): readonly Setting[] | undefined {
  return c.some(
    CHECK_IDS.flatMap((id) =>
      Object.entries(parameters[id] ?? {}).map(([name, value]) => ({ id, name, value })),
    ),
  );
}

function parametersOf(settings: readonly Setting[]): ChecksSpec['parameters'] {
  const parameters: Partial<Record<CheckId, CheckParameters>> = {};
  for (const { id, name, value } of settings) parameters[id] = { ...parameters[id], [name]: value };
  return parameters;
}

/**
 * The notation of the user's choices for the checks in a parameter of the address:
 *
 *     1;roles,price~Value,unit;key,Article,PriceList;within,Country;day,2026-06-15;use,ended;skip,gap;set,changed~percent~10;
 *       against,changed~copy~ID,below-cost~price-column~Cost~Landed~Number~Article;
 *       own,own-1f~used~Dear~More than 100~1!sall!sValue!tgreater-than!t100
 *
 * Names are escaped as in the query, and so are the refinements of own checks. Choices that equal the defaults are left out.
 */
const checksParameter = c.parameter(
  VERSION,
  c.parts(PROPOSED_CHECKS, PARTS, { isQuoted: true, mayRepeat: true }),
);

/** Encodes the user's choices. Returns undefined if all of them equal the defaults. */
export function checksToParameter(spec: ChecksSpec): string | undefined {
  return checksParameter.write(spec);
}

/** Decodes the notation of `checksToParameter`, either completely or not at all. Never throws. */
export function checksFromParameter(parameter: string): ChecksFromAddress {
  const read = checksParameter.read(parameter);
  return read.ok ? { ok: true, spec: read.value } : read;
}

/** Encodes the roles that are saved with a view. They replace the suggested roles, and later choices replace them. */
export function fixedRolesToParameter(roles: ChecksSpec['roles']): string {
  return checksToParameter({ ...PROPOSED_CHECKS, roles }) ?? NOTHING_CHOSEN;
}

/** Returns the parameter with changed own checks and everything else unchanged; null if the parameter cannot be read. */
export function withOwnChecks(parameter: string | undefined, change: OwnChecksChange): string | null {
  const read = checksFromParameter(parameter ?? NOTHING_CHOSEN);
  if (!read.ok) return null;
  return checksToParameter({ ...read.spec, own: change(read.spec.own) }) ?? NOTHING_CHOSEN;
}
