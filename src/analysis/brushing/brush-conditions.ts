import { compareDecimals } from '@/lib/formats/decimal';
import type { ColumnType } from '@/contract/column';
import type { SimpleCondition, SubsetCondition } from '../conditions/row-subset';
import { subsetToParameter } from '../conditions/subset-address';
import { spansOf, type Bin, type BinCodes, type ColumnBins } from './bins';

type End = string | null;

/** Returns the condition that selects the rows in the given bins of a column. There must be at least one bin. */
export function brushCondition(
  column: string,
  { bins }: Pick<ColumnBins, 'bins'>,
  codes: BinCodes,
): SubsetCondition {
  const selected = new Set(codes);
  const areOthers = bins.some(({ kind }, code) => kind === 'others' && selected.has(code));
  const ranges = bins.flatMap(({ kind }, code) =>
    (kind === 'below' || kind === 'range' || kind === 'above') && selected.has(code) ? [code] : [],
  );
  const conditions = [
    ...spansOf(ranges).map(({ first, last }): SimpleCondition => ({
      kind: 'between',
      column,
      from: startOf(bins[first]),
      to: endOf(bins[last]),
      includesEnd: false,
    })),
    ...(areOthers ? [othersCondition(column, bins, selected)] : []),
    ...bins.flatMap((bin, code): SimpleCondition[] => {
      if (!selected.has(code)) return [];
      // If the bin of other texts is selected, its condition already covers the selected texts: it names only the texts to exclude.
      if (bin.kind === 'value') return areOthers ? [] : [{ kind: 'is', column, value: bin.value }];
      if (bin.kind === 'null') return [{ kind: 'is', column, value: null }];
      return bin.kind === 'misfit' ? [{ kind: 'misfit', column }] : [];
    }),
  ];
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { kind: 'any-of', column, conditions };
}

function othersCondition(
  column: string,
  bins: readonly Bin[],
  selected: ReadonlySet<number>,
): SimpleCondition {
  const values = bins.flatMap((bin, code) =>
    bin.kind === 'value' && !selected.has(code) ? [String(bin.value)] : [],
  );
  return { kind: 'other-than', column, values };
}

function startOf(bin: Bin | undefined): End {
  return bin?.kind === 'range' || bin?.kind === 'above' ? bin.from : null;
}

function endOf(bin: Bin | undefined): End {
  return bin?.kind === 'range' || bin?.kind === 'below' ? bin.to : null;
}

/** Returns all bins that contain values of a condition. A bin is selected even if only some of its values satisfy it. Null for no bins. */
export function binsOfCondition(
  condition: SubsetCondition,
  { bins }: Pick<ColumnBins, 'bins'>,
  type: ColumnType,
): BinCodes | null {
  const parts = condition.kind === 'any-of' ? condition.conditions : [condition];
  const codes = bins.flatMap((bin, code) => (parts.some((part) => isIn(bin, part, type)) ? [code] : []));
  return codes.length === 0 ? null : codes;
}

/** Whether the bins contain exactly the rows that satisfy the condition, and no others. */
export function isExactBrush(
  condition: SubsetCondition,
  column: Pick<ColumnBins, 'bins'>,
  codes: BinCodes,
): boolean {
  const text = (of: SubsetCondition) => subsetToParameter({ conditions: [of] });
  return text(brushCondition(condition.column, column, codes)) === text(condition);
}

function isIn(bin: Bin, condition: SimpleCondition, type: ColumnType): boolean {
  switch (condition.kind) {
    case 'misfit':
      return bin.kind === 'misfit';
    case 'other-than':
      if (bin.kind === 'value') return !condition.values.includes(String(bin.value));
      return bin.kind === 'others';
    case 'is':
      if (condition.value === null) return bin.kind === 'null';
      return bin.kind === 'value' && bin.value === condition.value;
    case 'between': {
      if (bin.kind !== 'below' && bin.kind !== 'range' && bin.kind !== 'above') return false;
      const { from, to, includesEnd } = condition;
      const [start, end] = [startOf(bin), endOf(bin)];
      const endsAfter = from === null || end === null || compare(end, from, type) > 0;
      if (to === null || start === null) return endsAfter;
      const order = compare(start, to, type);
      return endsAfter && (order < 0 || (includesEnd && order === 0));
    }
  }
}

function compare(one: string, other: string, type: ColumnType): number {
  if (type === 'number') return compareDecimals(one, other);
  // ISO times of equal length sort in time order as texts, so both are filled up to the same length.
  const [a, b] = [one, other].map((text) => text.padEnd(FULL.length, FULL.slice(text.length)));
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

const FULL = '0000-00-00T00:00:00.0000000';
