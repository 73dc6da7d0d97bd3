import * as z from 'zod';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import {
  itemsOfPart,
  partsOfParameter,
  textsOfItem,
  writeItem,
  writeParameter,
  writePart,
} from '@/features/workbench/model/address/notation';
import type { ChecksFromAddress } from '@/features/workbench/rows-read/checks/checks-address';
import {
  CHECK_IDS,
  checkDefinition,
  CHECKS,
  type CheckId,
} from '@/features/workbench/rows-read/checks/check-definitions';
import { ROLES, type Role } from '@/rows/price-rows/column-roles';
import {
  isParameterValue,
  PROPOSED_CHECKS,
  type ChecksSpec,
} from '@/features/workbench/rows-read/checks/checks-spec';
import type { CheckParameters } from '@/features/workbench/rows-read/checks/checks-sql';
import {
  MAX_CHECK_MEANING_LENGTH,
  MAX_CHECK_NAME_LENGTH,
  ownCheckIdSchema,
} from '@/features/workbench/rows-read/checks/own-checks';
import type { CheckSource } from '@/features/workbench/rows-read/checks/reference-prices';
import { ownMember } from '@/lib/base/own-member';
import { keyedSourceSchema } from './former-source';

const VERSION = '1';

const columnSchema = z.string().min(1);
const roleSchema = z.enum(ROLES);
const idSchema = z.enum(CHECK_IDS);
const ownCheckSchema = z.tuple([
  ownCheckIdSchema,
  z.enum(['used', 'unused']),
  z.string().min(1).max(MAX_CHECK_NAME_LENGTH),
  z.string().min(1).max(MAX_CHECK_MEANING_LENGTH),
  z.string().min(1),
]);
const checkSourceSchema = z.union([
  z.tuple([idSchema, z.enum(['snapshot', 'copy']), z.string()]).transform(([id, kind, name]) => ({
    id,
    source: keyedSourceSchema.parse({ kind, cacheKey: name, id: name }),
  })),
  z
    .tuple([idSchema, z.literal('price-column'), columnSchema, z.string()], z.string())
    .transform(([id, kind, name, amount, ...matched]) => ({
      id,
      source: { kind, name, amount: amount === '' ? null : amount, matches: matchesOf(matched) },
    })),
]);

/** Reads each part of the notation from its unescaped items. */
type ReadPart = (spec: ChecksSpec, items: readonly (readonly unknown[])[]) => ChecksSpec;
const PARTS: Readonly<Record<string, ReadPart>> = {
  roles: (spec, items) => {
    const entries = z
      .array(z.union([z.tuple([roleSchema]), z.tuple([roleSchema, columnSchema])]))
      .parse(items)
      .map(([role, column = null]): [Role, string | null] => [role, column]);
    return { ...spec, roles: Object.fromEntries(entries) };
  },
  key: (spec, items) => ({
    ...spec,
    key: z
      .array(z.tuple([columnSchema]))
      .parse(items)
      .flat(),
  }),
  within: (spec, items) => {
    const [[column = null] = []] = z
      .array(z.union([z.tuple([columnSchema]), z.tuple([])]))
      .max(1)
      .parse(items);
    return { ...spec, currencyScope: column };
  },
  day: (spec, items) => {
    const [[day]] = z
      .tuple([z.tuple([z.string().refine((text) => readIsoDateTime(text)?.hasTime === false)])])
      .parse(items);
    return { ...spec, day };
  },
  use: (spec, items) => withUsed(spec, items, true),
  skip: (spec, items) => withUsed(spec, items, false),
  set: (spec, items) => {
    const parameters: Partial<Record<CheckId, CheckParameters>> = {};
    for (const [id, name, value] of z.array(z.tuple([idSchema, z.string(), z.string()])).parse(items)) {
      const parameter = CHECKS.find((check) => check.id === id)?.parameters.find(
        (each) => each.name === name,
      );
      if (parameter === undefined || !isParameterValue(parameter, value))
        throw new RangeError('No such value.');
      parameters[id] = { ...parameters[id], [parameter.name]: value };
    }
    return { ...spec, parameters };
  },
  own: (spec, items) => {
    const own = z
      .array(ownCheckSchema)
      .parse(items)
      .map(([id, use, name, means, refine]) => ({ id, name, means, isUsed: use === 'used', refine }));
    if (new Set(own.map(({ id }) => id)).size < own.length) throw new RangeError('Two checks have one id.');
    return { ...spec, own };
  },
  against: (spec, items) => {
    const sources: Partial<Record<CheckId, CheckSource>> = {};
    for (const { id, source } of z.array(checkSourceSchema).parse(items)) {
      if (checkDefinition(id).sourceRole === undefined) throw new RangeError('It has no other source.');
      sources[id] = source;
    }
    return { ...spec, sources };
  },
};

/** Columns of the source, each followed by its current column. */
function matchesOf(names: readonly string[]): Readonly<Record<string, string>> {
  const references = names.filter((_, index) => index % 2 === 0);
  const pairs = references.map((name, index) => [name, names[2 * index + 1]] as const);
  return Object.fromEntries(z.array(z.tuple([columnSchema, columnSchema])).parse(pairs));
}

function withUsed(spec: ChecksSpec, items: readonly (readonly unknown[])[], isUsed: boolean): ChecksSpec {
  const ids = z
    .array(z.tuple([idSchema]))
    .parse(items)
    .flat();
  return { ...spec, used: { ...spec.used, ...Object.fromEntries(ids.map((id) => [id, isUsed])) } };
}

/**
 * Encodes what a person has chosen of the checks in a parameter of the address:
 *
 *     1;roles,price~Value,unit;key,Article,PriceList;within,Country;day,2026-06-15;use,ended;skip,gap;set,changed~percent~10;
 *       against,changed~copy~ID,below-cost~price-column~Cost~Landed~Number~Article;
 *       own,own-1f~used~Dear~More than 100~1!sall!sValue!tgreater-than!t100
 *
 * Names are escaped as in the query, and so are the refinements of own checks. Choices as proposed are left out; undefined if all are.
 */
export function checksToParameter(spec: ChecksSpec): string | undefined {
  const { roles, key, currencyScope, day, used, parameters, own, sources } = spec;
  const idsThatAre = (isUsed: boolean) => CHECK_IDS.filter((id) => used[id] === isUsed);
  const settings = CHECK_IDS.flatMap((id) =>
    Object.entries(parameters[id] ?? {}).map(([name, value]) => writeItem(id, name, value)),
  );
  const against = CHECK_IDS.flatMap((id) => {
    const source = sources[id];
    if (source === undefined) return [];
    if (source.kind === 'price-column') {
      return [
        writeItem(
          id,
          source.kind,
          source.name,
          source.amount ?? '',
          ...Object.entries(source.matches).flat(),
        ),
      ];
    }
    return [writeItem(id, source.kind, source.kind === 'copy' ? source.id : source.cacheKey)];
  });
  const parts: readonly (readonly string[])[] = [
    ['roles', ...ROLES.flatMap((role) => (roles[role] === undefined ? [] : [writeItem(role, roles[role])]))],
    ...(key === null
      ? []
      : [['key', ...key.map((name) => writeItem(name)), ...(key.length === 0 ? [''] : [])]]),
    ...(currencyScope === undefined
      ? []
      : [['within', currencyScope === null ? '' : writeItem(currencyScope)]]),
    ...(day === null ? [] : [['day', writeItem(day)]]),
    ['use', ...idsThatAre(true)],
    ['skip', ...idsThatAre(false)],
    ['set', ...settings],
    [
      'own',
      ...own.map(({ id, isUsed, name, means, refine }) =>
        writeItem(id, isUsed ? 'used' : 'unused', name, means, refine),
      ),
    ],
    ['against', ...against],
  ];
  const present = parts.flatMap(([name = '', ...items]) =>
    items.length === 0 ? [] : [writePart(name, items)],
  );
  return present.length === 0 ? undefined : writeParameter(VERSION, present);
}

/** Decodes the notation of `checksToParameter`, completely or not at all. Never throws. */
export function checksFromParameter(parameter: string): ChecksFromAddress {
  const parameterRead = partsOfParameter(parameter, VERSION);
  if (!parameterRead.ok) return parameterRead;
  let spec = PROPOSED_CHECKS;
  for (const part of parameterRead.parts) {
    const { name, items: texts } = itemsOfPart(part);
    // An empty item stands for an empty list.
    const items = texts.filter((text) => text !== '' || (name !== 'key' && name !== 'within'));
    try {
      const read = ownMember(PARTS, name);
      if (read === undefined) throw new RangeError('There is no such part.');
      spec = read(
        spec,
        items.map((text) => textsOfItem(text)),
      );
    } catch {
      return { ok: false, problem: { kind: 'unreadable', text: part } };
    }
  }
  return { ok: true, spec };
}
