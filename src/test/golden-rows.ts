/** A condition as built in the query builder, and the conditions that the service must receive for it. */
export interface GoldenRow {
  readonly field: string;
  readonly operator: string;
  /** As typed with German and British formats; a single entry where both are the same. */
  readonly german: readonly string[];
  readonly english: readonly string[];
  /** The wire conditions, all on the same field. */
  readonly wire: readonly WireCondition[];
}

export type WireCondition = readonly [op: string, value: string];

/** The value of "today" in the rows below. */
export const GOLDEN_TODAY = '2026-11-21';

/** Rows of the price column SalesPrice from its start; values stand in them where the conditions below have their ends. */
export const GOLDEN_ROW_COUNT = 6000;

function row(
  field: string,
  operator: string,
  typed: readonly string[] | { readonly german: readonly string[]; readonly english: readonly string[] },
  ...wire: readonly WireCondition[]
): GoldenRow {
  const { german, english } = 'german' in typed ? typed : { german: typed, english: typed };
  return { field, operator, german, english, wire };
}

function typed(german: readonly string[], english: readonly string[]) {
  return { german, english };
}

const FIRST_OF_2026 = typed(['01.01.2026'], ['01/01/2026']);
const LAST_OF_JUNE = typed(['30.06.2026'], ['30/06/2026']);

/**
 * One row for each operator of each type, written by hand from the contract and the words of the operators; more where
 * columns of one type hold different things (days and moments).
 */
export const GOLDEN_ROWS: readonly GoldenRow[] = [
  row('PriceList', 'is', ['de'], ['equals', 'de']),
  row('PriceList', 'is-not', ['DE'], ['notEquals', 'DE']),
  row('Name', 'contains', ['ST'], ['contains', 'ST']),
  row('Name', 'starts-with', ['k'], ['startsWith', 'k']),
  row('ItemNumber', 'ends-with', ['7'], ['endsWith', '7']),
  row('PriceList', 'is-any-of', ['DE', 'AT', 'ch'], ['containsAny', 'DE,AT,ch']),
  row('PriceList', 'is-none-of', ['DE', 'at'], ['notEquals', 'DE'], ['notEquals', 'at']),
  row('Remark', 'is-empty', [], ['isNull', '']),
  row('Remark', 'is-not-empty', [], ['isNotNull', '']),

  row('EntryNo', 'equals', typed(['1.000.017'], ['1,000,017']), ['equals', '1000017']),
  row('EntryNo', 'not-equal-to', ['1000017'], ['notEquals', '1000017']),
  row('Value', 'greater-than', typed(['15,76'], ['15.76']), ['greaterThan', '15.76']),
  row('Value', 'greater-than-or-equal-to', typed(['15,76'], ['15.76']), ['greaterThanOrEquals', '15.76']),
  row('Value', 'less-than', typed(['814,9652'], ['814.9652']), ['lessThan', '814.9652']),
  row('DiscountPercent', 'less-than-or-equal-to', typed(['-0,5'], ['-0.5']), ['lessThanOrEquals', '-0.5']),
  row(
    'Value',
    'between',
    typed(['15,76', '7.387,00'], ['15.76', '7,387.00']),
    ['greaterThanOrEquals', '15.76'],
    ['lessThanOrEquals', '7387.00'],
  ),
  row('MinimumQuantity', 'is-any-of', typed(['25', '100', '1.000'], ['25', '100', '1,000']), [
    'containsAny',
    '25,100,1000',
  ]),
  row(
    'MinimumQuantity',
    'is-none-of',
    typed(['25', '1.000'], ['25', '1,000']),
    ['notEquals', '25'],
    ['notEquals', '1000'],
  ),
  row('PreviousValue', 'is-empty', [], ['isNull', '']),
  row('PreviousValue', 'is-not-empty', [], ['isNotNull', '']),

  row('ValidFrom', 'on', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-01'], ['lessThan', '2026-01-02']),
  row('ValidFrom', 'before', FIRST_OF_2026, ['lessThan', '2026-01-01']),
  row('ValidFrom', 'after', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-02']),
  row('ValidFrom', 'on-or-before', FIRST_OF_2026, ['lessThan', '2026-01-02']),
  row('ValidFrom', 'on-or-after', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-01']),
  row(
    'ValidFrom',
    'between',
    typed(['25.12.2025', '01.01.2026'], ['25/12/2025', '01/01/2026']),
    ['greaterThanOrEquals', '2025-12-25'],
    ['lessThan', '2026-01-02'],
  ),
  row('ValidFrom', 'today', [], ['greaterThanOrEquals', '2026-11-21'], ['lessThan', '2026-11-22']),
  row('ValidFrom', 'yesterday', [], ['greaterThanOrEquals', '2026-11-20'], ['lessThan', '2026-11-21']),
  row('ValidFrom', 'last-days', ['10'], ['greaterThanOrEquals', '2026-11-12'], ['lessThan', '2026-11-22']),
  row('ValidFrom', 'this-month', [], ['greaterThanOrEquals', '2026-11-01'], ['lessThan', '2026-12-01']),
  row('ValidFrom', 'last-month', [], ['greaterThanOrEquals', '2026-10-01'], ['lessThan', '2026-11-01']),
  row('ValidFrom', 'this-year', [], ['greaterThanOrEquals', '2026-01-01'], ['lessThan', '2027-01-01']),

  // Relative days, each as long as the day that it is on GOLDEN_TODAY.
  row('ValidFrom', 'before', typed(['heute'], ['today']), ['lessThan', '2026-11-21']),
  row('ValidFrom', 'on-or-after', typed(['heute + 1 Tag'], ['today + 1 day']), [
    'greaterThanOrEquals',
    '2026-11-22',
  ]),
  row(
    'ValidFrom',
    'between',
    typed(['Heute −9', 'heute'], ['Today -9', 'today']),
    ['greaterThanOrEquals', '2026-11-12'],
    ['lessThan', '2026-11-22'],
  ),
  row('ValidFrom', 'on-or-after', typed(['Monatsanfang'], ['start of month']), [
    'greaterThanOrEquals',
    '2026-11-01',
  ]),
  row('ValidFrom', 'on-or-before', typed(['Monatsende'], ['end of month']), ['lessThan', '2026-12-01']),
  row(
    'ValidFrom',
    'on',
    typed(['Jahresanfang'], ['start of year']),
    ['greaterThanOrEquals', '2026-01-01'],
    ['lessThan', '2026-01-02'],
  ),
  row('ValidFrom', 'after', typed(['Jahresende'], ['end of year']), ['greaterThanOrEquals', '2027-01-01']),

  row('ValidTo', 'is-empty', [], ['isNull', '']),
  row('ValidTo', 'is-not-empty', [], ['isNotNull', '']),

  // Moments: a day lasts until the next one begins, and a minute until the next minute.
  row(
    '_dtLastModifiedDate',
    'on',
    LAST_OF_JUNE,
    ['greaterThanOrEquals', '2026-06-30'],
    ['lessThan', '2026-07-01'],
  ),
  row('_dtLastModifiedDate', 'before', LAST_OF_JUNE, ['lessThan', '2026-06-30']),
  row('_dtLastModifiedDate', 'after', LAST_OF_JUNE, ['greaterThanOrEquals', '2026-07-01']),
  row('_dtLastModifiedDate', 'on-or-before', typed(['30.06.2026 01:39'], ['30/06/2026 01:39']), [
    'lessThan',
    '2026-06-30T01:40:00.0000000',
  ]),
  row(
    '_dtLastModifiedDate',
    'on-or-after',
    typed(['30.06.2026 01:39:54,1455993'], ['30/06/2026 01:39:54.1455993']),
    ['greaterThanOrEquals', '2026-06-30T01:39:54.1455993'],
  ),
  row(
    '_dtLastModifiedDate',
    'last-year',
    [],
    ['greaterThanOrEquals', '2025-01-01'],
    ['lessThan', '2026-01-01'],
  ),

  row('NeedsPrice', 'is', ['true'], ['equals', 'true']),
  row('NeedsPrice', 'is', ['false'], ['equals', 'false']),
  row('NeedsPrice', 'is-empty', [], ['isNull', '']),
  row('NeedsPrice', 'is-not-empty', [], ['isNotNull', '']),
];

/**
 * Plausible mistakes: a condition left out, a boundary included instead of excluded, a list value forgotten. A golden row
 * is useful only if the rows of the service distinguish each mistake from the correct conditions.
 */
export function slipsOf(wire: readonly WireCondition[]): readonly (readonly WireCondition[])[] {
  return wire.flatMap((condition, index) => [
    wire.toSpliced(index, 1),
    ...similarTo(condition).map((similar) => wire.with(index, similar)),
  ]);
}

const SIMILAR_OPS = new Map<string, readonly string[]>([
  ['equals', ['notEquals']],
  ['notEquals', ['equals']],
  ['greaterThan', ['greaterThanOrEquals', 'lessThan']],
  ['greaterThanOrEquals', ['greaterThan', 'lessThanOrEquals']],
  ['lessThan', ['lessThanOrEquals', 'greaterThan']],
  ['lessThanOrEquals', ['lessThan', 'greaterThanOrEquals']],
  ['contains', ['startsWith', 'endsWith', 'equals']],
  ['startsWith', ['contains', 'endsWith', 'equals']],
  ['endsWith', ['contains', 'startsWith', 'equals']],
  ['isNull', ['isNotNull']],
  ['isNotNull', ['isNull']],
]);

function similarTo([op, value]: WireCondition): WireCondition[] {
  if (op !== 'containsAny') return (SIMILAR_OPS.get(op) ?? []).map((similar) => [similar, value]);
  const values = value.split(',');
  return values.map((_, index) => [op, values.toSpliced(index, 1).join(',')]);
}
