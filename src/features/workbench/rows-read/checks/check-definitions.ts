import type { Role } from '@/rows/price-rows/column-roles';

/** The checks that come with the console, in the order in which people see them. */
export const CHECK_IDS = [
  'no-price',
  'zero-price',
  'below-cost',
  'far-from-group',
  'changed',
  'overlap',
  'gap',
  'ends-before-start',
  'ended',
  'starts-later',
  'key-twice',
  'several-currencies',
  'shifted-decimal',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** A number that a person sets, as a canonical decimal. */
export interface CheckParameter {
  readonly name: ParameterName;
  /** The value that is used until a person chooses another one. */
  readonly usual: string;
  readonly least: string;
  readonly greatest: string;
  readonly places: number;
}

export const PARAMETER_NAMES = [
  'margin',
  'times',
  'percent',
  'rows',
  'days',
  'share',
  'tolerance',
  'spread',
] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

export interface CheckDefinition {
  readonly id: CheckId;
  /** If one of these roles has no column, the check is off. */
  readonly needs: readonly Role[];
  /** At least one of these roles must have a column. */
  readonly needsOneOf?: readonly Role[];
  readonly parameters: readonly CheckParameter[];
  /** Compares rows with the same values in the columns that identify a price. */
  readonly hasKey?: boolean;
  /** Also finds rows with the same metadata key, and needs no role if the rows have such a key. */
  readonly hasRowKey?: boolean;
  /** The role whose values may come from the rows of another snapshot or price column instead. */
  readonly sourceRole?: Role;
  /** Judges rows on a day: today, unless a person chooses another one. */
  readonly hasDay?: boolean;
  /** Whether the check is in use until a person chooses. It is not if what it finds is no error. */
  readonly isUsedAtFirst: boolean;
}

const number = (
  name: ParameterName,
  usual: string,
  [least, greatest]: readonly [string, string],
  places = 0,
): CheckParameter => ({ name, usual, least, greatest, places });

/** A group with fewer rows is not judged, because its median says little. */
const leastRows = (usual: string) => number('rows', usual, ['3', '1000000']);

const DEFINITIONS: Readonly<Record<CheckId, Omit<CheckDefinition, 'id'>>> = {
  'no-price': { needs: ['price'], parameters: [], isUsedAtFirst: true },
  'zero-price': { needs: ['price'], parameters: [], isUsedAtFirst: true },
  'below-cost': {
    needs: ['price', 'cost'],
    parameters: [number('margin', '0', ['0', '99.9'], 1)],
    sourceRole: 'cost',
    isUsedAtFirst: true,
  },
  'far-from-group': {
    needs: ['price', 'group'],
    parameters: [
      number('times', '6', ['0.1', '1000'], 1),
      number('percent', '50', ['0', '10000'], 1),
      leastRows('4'),
    ],
    isUsedAtFirst: true,
  },
  changed: {
    needs: ['price', 'earlierPrice'],
    parameters: [number('percent', '20', ['0', '10000'], 1)],
    sourceRole: 'earlierPrice',
    isUsedAtFirst: true,
  },
  // With only one of the two dates, every price would apply for ever, or would always have applied.
  overlap: {
    needs: ['article', 'validFrom', 'validTo'],
    parameters: [],
    hasKey: true,
    isUsedAtFirst: true,
  },
  gap: {
    needs: ['article', 'validFrom', 'validTo'],
    parameters: [number('days', '1', ['1', '100000'])],
    hasKey: true,
    isUsedAtFirst: true,
  },
  // The check needs only one of the two dates: it also finds values that are not dates.
  'ends-before-start': {
    needs: [],
    needsOneOf: ['validFrom', 'validTo'],
    parameters: [],
    isUsedAtFirst: true,
  },
  ended: { needs: ['validTo'], parameters: [], hasDay: true, isUsedAtFirst: false },
  'starts-later': { needs: ['validFrom'], parameters: [], hasDay: true, isUsedAtFirst: false },
  'key-twice': { needs: ['article'], parameters: [], hasKey: true, hasRowKey: true, isUsedAtFirst: true },
  'several-currencies': {
    needs: ['currency'],
    parameters: [number('share', '90', ['51', '100'])],
    isUsedAtFirst: true,
  },
  'shifted-decimal': {
    needs: ['price', 'group'],
    parameters: [
      number('tolerance', '20', ['0', '60'], 1),
      number('spread', '30', ['0', '1000'], 1),
      leastRows('3'),
    ],
    isUsedAtFirst: true,
  },
};

/** All checks, in the order in which people see them. */
export const CHECKS: readonly CheckDefinition[] = CHECK_IDS.map((id) => ({ id, ...DEFINITIONS[id] }));

/** Returns the definition of a check. */
export function checkDefinition(id: CheckId): CheckDefinition {
  const found = CHECKS.find((check) => check.id === id);
  if (found === undefined) throw new RangeError('There is no such check.');
  return found;
}

/** Returns the roles that a check lacks: all of `needs` without a column, and `needsOneOf` if none of them has one. */
export function missingRoles(
  { needs, needsOneOf = [] }: CheckDefinition,
  isFilled: (role: Role) => boolean,
): readonly Role[] {
  const missing = needs.filter((role) => !isFilled(role));
  return needsOneOf.length === 0 || needsOneOf.some(isFilled) ? missing : [...missing, ...needsOneOf];
}
