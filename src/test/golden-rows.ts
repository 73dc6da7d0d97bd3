import type { FilterOp } from '@mocks/data/engine/selection';

/** A condition as built in the query builder, and the conditions that the service must receive for it. */
export interface GoldenRow {
  readonly field: string;
  readonly operator: string;
  /** The values as they are typed, with German and with British formats. */
  readonly german: readonly string[];
  readonly english: readonly string[];
  /** The conditions in the request, all on the same field. */
  readonly wire: readonly WireCondition[];
}

export type WireCondition = readonly [op: FilterOp, value: string];

/** The date of "today" in the rows below. */
export const GOLDEN_TODAY = '2026-11-21';

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
 * One row for each operator of each type, written by hand from the contract and the operators' labels. There are more rows if columns of a
 * type have different content (days and times). The price column TestPatterns has values at the bounds of these conditions.
 */
export const GOLDEN_ROWS: readonly GoldenRow[] = [
  row('Currency', 'is', ['eur'], ['equals', 'eur']),
  row('Currency', 'is-not', ['EUR'], ['notEquals', 'EUR']),
  row('Name', 'contains', ['ST'], ['contains', 'ST']),
  row('Name', 'starts-with', ['k'], ['startsWith', 'k']),
  row('Name', 'ends-with', ['vit'], ['endsWith', 'vit']),
  row('Currency', 'is-any-of', ['EUR', 'USD', 'chf'], ['containsAny', 'EUR,USD,chf']),
  row('Currency', 'is-none-of', ['EUR', 'usd'], ['notEquals', 'EUR'], ['notEquals', 'usd']),
  row('Remark', 'is-empty', [], ['isNull', '']),
  row('Remark', 'is-not-empty', [], ['isNotNull', '']),

  row('PatternNo', 'equals', typed(['700.017'], ['700,017']), ['equals', '700017']),
  row('PatternNo', 'not-equal-to', ['700017'], ['notEquals', '700017']),
  row('Amount', 'greater-than', typed(['52,41'], ['52.41']), ['greaterThan', '52.41']),
  row('Amount', 'greater-than-or-equal-to', typed(['52,41'], ['52.41']), ['greaterThanOrEquals', '52.41']),
  row('Amount', 'less-than', typed(['564,0147'], ['564.0147']), ['lessThan', '564.0147']),
  row('Amount', 'less-than-or-equal-to', typed(['-77,2047'], ['-77.2047']), ['lessThanOrEquals', '-77.2047']),
  row(
    'Amount',
    'between',
    typed(['52,41', '7.392,00'], ['52.41', '7,392.00']),
    ['greaterThanOrEquals', '52.41'],
    ['lessThanOrEquals', '7392.00'],
  ),
  row('Quantity', 'is-any-of', typed(['25', '100', '1.000'], ['25', '100', '1,000']), [
    'containsAny',
    '25,100,1000',
  ]),
  row(
    'Quantity',
    'is-none-of',
    typed(['25', '1.000'], ['25', '1,000']),
    ['notEquals', '25'],
    ['notEquals', '1000'],
  ),
  row('Amount', 'is-empty', [], ['isNull', '']),
  row('Amount', 'is-not-empty', [], ['isNotNull', '']),

  row('Day', 'on', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-01'], ['lessThan', '2026-01-02']),
  row('Day', 'before', FIRST_OF_2026, ['lessThan', '2026-01-01']),
  row('Day', 'after', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-02']),
  row('Day', 'on-or-before', FIRST_OF_2026, ['lessThan', '2026-01-02']),
  row('Day', 'on-or-after', FIRST_OF_2026, ['greaterThanOrEquals', '2026-01-01']),
  row(
    'Day',
    'between',
    typed(['25.12.2025', '01.01.2026'], ['25/12/2025', '01/01/2026']),
    ['greaterThanOrEquals', '2025-12-25'],
    ['lessThan', '2026-01-02'],
  ),
  row('Day', 'today', [], ['greaterThanOrEquals', '2026-11-21'], ['lessThan', '2026-11-22']),
  row('Day', 'yesterday', [], ['greaterThanOrEquals', '2026-11-20'], ['lessThan', '2026-11-21']),
  row('Day', 'last-days', ['10'], ['greaterThanOrEquals', '2026-11-12'], ['lessThan', '2026-11-22']),
  row('Day', 'this-month', [], ['greaterThanOrEquals', '2026-11-01'], ['lessThan', '2026-12-01']),
  row('Day', 'last-month', [], ['greaterThanOrEquals', '2026-10-01'], ['lessThan', '2026-11-01']),
  row('Day', 'this-year', [], ['greaterThanOrEquals', '2026-01-01'], ['lessThan', '2027-01-01']),

  // These rows have relative days. Each covers the whole day that it resolves to on GOLDEN_TODAY.
  row('Day', 'before', typed(['heute'], ['today']), ['lessThan', '2026-11-21']),
  row('Day', 'on-or-after', typed(['heute + 1 Tag'], ['today + 1 day']), [
    'greaterThanOrEquals',
    '2026-11-22',
  ]),
  row(
    'Day',
    'between',
    typed(['Heute −9', 'heute'], ['Today -9', 'today']),
    ['greaterThanOrEquals', '2026-11-12'],
    ['lessThan', '2026-11-22'],
  ),
  row('Day', 'on-or-after', typed(['Monatsanfang'], ['start of month']), [
    'greaterThanOrEquals',
    '2026-11-01',
  ]),
  row('Day', 'on-or-before', typed(['Monatsende'], ['end of month']), ['lessThan', '2026-12-01']),
  row(
    'Day',
    'on',
    typed(['Jahresanfang'], ['start of year']),
    ['greaterThanOrEquals', '2026-01-01'],
    ['lessThan', '2026-01-02'],
  ),
  row('Day', 'after', typed(['Jahresende'], ['end of year']), ['greaterThanOrEquals', '2027-01-01']),

  row('Day', 'is-empty', [], ['isNull', '']),
  row('Day', 'is-not-empty', [], ['isNotNull', '']),

  // These rows have times. A day lasts until the next one begins, and a minute until the next minute.
  row('Moment', 'on', LAST_OF_JUNE, ['greaterThanOrEquals', '2026-06-30'], ['lessThan', '2026-07-01']),
  row('Moment', 'before', LAST_OF_JUNE, ['lessThan', '2026-06-30']),
  row('Moment', 'after', LAST_OF_JUNE, ['greaterThanOrEquals', '2026-07-01']),
  row('Moment', 'on-or-before', typed(['30.06.2026 11:37'], ['30/06/2026 11:37']), [
    'lessThan',
    '2026-06-30T11:38:00.0000000',
  ]),
  row('Moment', 'on-or-after', typed(['30.06.2026 12:53:00,7632354'], ['30/06/2026 12:53:00.7632354']), [
    'greaterThanOrEquals',
    '2026-06-30T12:53:00.7632354',
  ]),
  row('Moment', 'last-year', [], ['greaterThanOrEquals', '2025-01-01'], ['lessThan', '2026-01-01']),

  row('Flag', 'is', ['true'], ['equals', 'true']),
  row('Flag', 'is', ['false'], ['equals', 'false']),
  row('Flag', 'is-empty', [], ['isNull', '']),
  row('Flag', 'is-not-empty', [], ['isNotNull', '']),
];

/**
 * Returns plausible mistakes: a condition left out, a boundary included instead of excluded, a list value forgotten. A golden row is useful
 * only if the rows of the service distinguish each mistake from the correct conditions.
 */
export function slipsOf(wire: readonly WireCondition[]): readonly (readonly WireCondition[])[] {
  return wire.flatMap((condition, index) => [
    wire.toSpliced(index, 1),
    ...similarTo(condition).map((similar) => wire.with(index, similar)),
  ]);
}

const SIMILAR_OPS: Readonly<Record<Exclude<FilterOp, 'containsAny'>, readonly [FilterOp, ...FilterOp[]]>> = {
  equals: ['notEquals'],
  notEquals: ['equals'],
  greaterThan: ['greaterThanOrEquals', 'lessThan'],
  greaterThanOrEquals: ['greaterThan', 'lessThanOrEquals'],
  lessThan: ['lessThanOrEquals', 'greaterThan'],
  lessThanOrEquals: ['lessThan', 'greaterThanOrEquals'],
  contains: ['startsWith', 'endsWith', 'equals'],
  startsWith: ['contains', 'endsWith', 'equals'],
  endsWith: ['contains', 'startsWith', 'equals'],
  isNull: ['isNotNull'],
  isNotNull: ['isNull'],
};

function similarTo([op, value]: WireCondition): WireCondition[] {
  if (op !== 'containsAny') return SIMILAR_OPS[op].map((similar) => [similar, value]);
  const values = value.split(',');
  return values.map((_, index) => [op, values.toSpliced(index, 1).join(',')]);
}
