import type { FieldSource } from '../field';
import { compareFolded, foldCase } from '../text-dictionary';
import { compareWith, operandOf, type Operand } from './operand';
import { SelectionError, type FilterOp, type RowFilter } from './selection';

/** Returns whether a row satisfies a condition. The major part of a null cell is NaN. */
export type RowTest = (major: number, minor: number, id: number, version: number) => boolean;

const OPS_BY_TYPE: Record<FieldSource['type'], ReadonlySet<FilterOp>> = (() => {
  const all: FilterOp[] = ['equals', 'notEquals', 'containsAny', 'isNull', 'isNotNull'];
  const ordered: FilterOp[] = [...all, 'greaterThan', 'lessThan', 'greaterThanOrEquals', 'lessThanOrEquals'];
  return {
    text: new Set<FilterOp>([...ordered, 'contains', 'startsWith', 'endsWith']),
    number: new Set(ordered),
    date: new Set(ordered),
    boolean: new Set(all),
  };
})();

/** Functions that say whether the sign of a comparison (cell minus value) satisfies an operator. */
const SIGN_TESTS: Partial<Record<FilterOp, (sign: number) => boolean>> = {
  equals: (sign) => sign === 0,
  greaterThan: (sign) => sign > 0,
  lessThan: (sign) => sign < 0,
  greaterThanOrEquals: (sign) => sign >= 0,
  lessThanOrEquals: (sign) => sign <= 0,
};

/** Returns the values of a condition. For `containsAny`, they are the unchanged texts between the commas. */
export function operandTexts({ op, value }: RowFilter): readonly string[] {
  return op === 'containsAny' ? value.split(',') : [value];
}

/** Throws SelectionError if the operator or a value does not suit the type of the field. Reads no rows. */
export function checkFilter(field: FieldSource, filter: RowFilter): void {
  if (!OPS_BY_TYPE[field.type].has(filter.op)) {
    throw new SelectionError(
      `The operator "${filter.op}" does not suit the column "${filter.column}" of type ${field.record.typeName}.`,
    );
  }
  const isCompared = filter.op !== 'isNull' && filter.op !== 'isNotNull' && field.type !== 'text';
  if (isCompared) for (const text of operandTexts(filter)) operandOf(field, text);
}

/** Combines conditions on a field into one test. They must have passed `checkFilter`. As in SQL, null satisfies only `isNull`. */
export function rowTest(field: FieldSource, filters: readonly RowFilter[]): RowTest {
  // A client that excludes a list of values sends thousands of `notEquals`, so one lookup replaces them.
  const excluded = filters.filter(({ op }) => op === 'notEquals').map(({ value }) => value);
  const others = filters.filter(({ op }) => op !== 'notEquals').map((filter) => conditionTest(field, filter));
  const tests = excluded.length === 0 ? others : [...others, noneOfTest(field, excluded)];
  return tests.reduce(
    (first, second) => (major, minor, id, version) =>
      first(major, minor, id, version) && second(major, minor, id, version),
  );
}

function conditionTest(field: FieldSource, filter: RowFilter): RowTest {
  if (filter.op === 'isNull') return (major) => Number.isNaN(major);
  if (filter.op === 'isNotNull') return (major) => !Number.isNaN(major);
  return field.type === 'text' ? textRowTest(field, foldedTextTest(filter)) : partsRowTest(field, filter);
}

function noneOfTest(field: FieldSource, values: readonly string[]): RowTest {
  if (field.type === 'text') {
    const excluded = new Set(values.map(foldCase));
    return textRowTest(field, (folded) => !excluded.has(folded));
  }
  const minorsByMajor = storableParts(values.map((text) => operandOf(field, text)));
  return (major, minor) => !Number.isNaN(major) && minorsByMajor.get(major)?.has(minor) !== true;
}

function partsRowTest(field: FieldSource, filter: RowFilter): RowTest {
  const operands = operandTexts(filter).map((text) => operandOf(field, text));
  const passes = SIGN_TESTS[filter.op];
  const [only] = operands;
  if (passes !== undefined && only !== undefined) {
    return (major, minor) => !Number.isNaN(major) && passes(compareWith(only, major, minor));
  }
  const minorsByMajor = storableParts(operands);
  return (major, minor) => minorsByMajor.get(major)?.has(minor) === true;
}

/** Builds a set of values for fast lookup, because users paste lists of thousands of values. */
function storableParts(operands: readonly Operand[]): Map<number, Set<number>> {
  const minorsByMajor = new Map<number, Set<number>>();
  for (const { major, minor, hasRest } of operands) {
    if (hasRest) continue;
    const minors = minorsByMajor.get(major);
    if (minors === undefined) minorsByMajor.set(major, new Set([minor]));
    else minors.add(minor);
  }
  return minorsByMajor;
}

function textRowTest(field: FieldSource, passes: (folded: string) => boolean): RowTest {
  if (field.dictionary !== null) {
    // Tests each distinct text only once, no matter how many rows contain it.
    const verdicts = Uint8Array.from(field.dictionary().foldedByRank, (text) => (passes(text) ? 1 : 0));
    return (major) => verdicts[major] === 1;
  }
  return (_major, _minor, id, version) => {
    const text = field.valueAt(id, version);
    return typeof text === 'string' && passes(foldCase(text));
  };
}

function foldedTextTest(filter: RowFilter): (folded: string) => boolean {
  const value = foldCase(filter.value);
  const signTest = SIGN_TESTS[filter.op];
  if (signTest !== undefined) return (folded) => signTest(compareFolded(folded, value));
  if (filter.op === 'contains') return (folded) => folded.includes(value);
  if (filter.op === 'startsWith') return (folded) => folded.startsWith(value);
  if (filter.op === 'endsWith') return (folded) => folded.endsWith(value);
  const values = new Set(operandTexts(filter).map(foldCase));
  return (folded) => values.has(folded);
}
