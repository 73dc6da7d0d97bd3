/** A number that the user can set for a check. Its values are canonical decimals. */
export interface CheckParameter {
  readonly name: ParameterName;
  /** The value that is used until the user chooses another one. */
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

/** The values of a check's parameters, as canonical decimals. */
export type CheckParameters = Readonly<Partial<Record<ParameterName, string>>>;

export function parameter(
  name: ParameterName,
  usual: string,
  [least, greatest]: readonly [string, string],
  places = 0,
): CheckParameter {
  return { name, usual, least, greatest, places };
}

/** Returns the parameter for the least number of rows in a group. Smaller groups are not judged, because their median says little. */
export function leastRows(usual: string): CheckParameter {
  return parameter('rows', usual, ['3', '1000000']);
}
