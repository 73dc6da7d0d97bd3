import type { FieldSource } from '../field';
import { compareFolded, foldCase } from '../text-dictionary';
import { partsComparator } from './operand';
import { SelectionError, type FilterOp, type RowFilter } from './selection';

/** Whether a row passes. A null cell's major part is NaN. */
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

/** Whether the sign of a comparison (cell minus value) satisfies an operator. */
const SIGN_TESTS: Partial<Record<FilterOp, (sign: number) => boolean>> = {
  equals: (sign) => sign === 0,
  notEquals: (sign) => sign !== 0,
  greaterThan: (sign) => sign > 0,
  lessThan: (sign) => sign < 0,
  greaterThanOrEquals: (sign) => sign >= 0,
  lessThanOrEquals: (sign) => sign <= 0,
};

/** The values of a condition: several for `containsAny`, each taken as it stands between the commas. */
export function operandTexts({ op, value }: RowFilter): readonly string[] {
  return op === 'containsAny' ? value.split(',') : [value];
}

/** A condition as a test of rows. As in SQL, null satisfies `isNull` alone. Throws SelectionError. */
export function rowTest(field: FieldSource, filter: RowFilter): RowTest {
  if (!OPS_BY_TYPE[field.type].has(filter.op)) {
    throw new SelectionError(
      `The operator "${filter.op}" does not suit the column "${filter.column}" of type ${field.record.typeName}.`,
    );
  }
  if (filter.op === 'isNull') return (major) => Number.isNaN(major);
  if (filter.op === 'isNotNull') return (major) => !Number.isNaN(major);
  return field.type === 'text' ? textRowTest(field, filter) : partsRowTest(field, filter);
}

function partsRowTest(field: FieldSource, filter: RowFilter): RowTest {
  const comparators = operandTexts(filter).map((text) => partsComparator(field, text));
  const passes = SIGN_TESTS[filter.op];
  const [only] = comparators;
  if (passes !== undefined && only !== undefined) {
    return (major, minor) => !Number.isNaN(major) && passes(only(major, minor));
  }
  return (major, minor) => !Number.isNaN(major) && comparators.some((compare) => compare(major, minor) === 0);
}

function textRowTest(field: FieldSource, filter: RowFilter): RowTest {
  const passes = foldedTextTest(filter);
  if (field.dictionary !== null) {
    // Judging each text once is all that a million rows need.
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
