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

/** Canonical decimals. */
export type CheckParameters = Readonly<Partial<Record<ParameterName, string>>>;

/** Describes a parameter of a check. */
export function parameter(
  name: ParameterName,
  usual: string,
  [least, greatest]: readonly [string, string],
  places = 0,
): CheckParameter {
  return { name, usual, least, greatest, places };
}

/** A group with fewer rows is not judged, because its median says little. */
export function leastRows(usual: string): CheckParameter {
  return parameter('rows', usual, ['3', '1000000']);
}
