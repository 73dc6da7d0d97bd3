/** A row of a list, with the parts of its description that other rows may also have. */
export interface ComparedRow {
  /** Rows are compared only with rows of the same group. */
  readonly group: string;
  readonly parts: readonly string[];
}

export interface DistinguishedRow {
  /** The parts that not all rows of the group have. */
  readonly own: readonly string[];
  /** The parts that all rows of the group have. */
  readonly shared: readonly string[];
}

/** Separates the parts that all rows of a group share from the other parts. A row alone in its group shares nothing. */
export function distinguishingParts(rows: readonly ComparedRow[]): readonly DistinguishedRow[] {
  const sharedParts = new Map<string, ReadonlySet<string>>();
  const rowCounts = new Map<string, number>();
  for (const { group, parts } of rows) {
    const before = sharedParts.get(group);
    sharedParts.set(group, new Set(before === undefined ? parts : parts.filter((part) => before.has(part))));
    rowCounts.set(group, (rowCounts.get(group) ?? 0) + 1);
  }
  return rows.map(({ group, parts }) => {
    const isShared = (part: string) =>
      rowCounts.get(group) !== 1 && sharedParts.get(group)?.has(part) === true;
    return { own: parts.filter((part) => !isShared(part)), shared: parts.filter(isShared) };
  });
}
