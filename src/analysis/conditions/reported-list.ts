import { withoutSurplusZeros } from '@/lib/base/decimal-grammar';

/** A list of values in a filter. The report shows which of the values occur in the rows of the query. */
export interface ReportedList {
  readonly id: string;
  readonly field: string;
  readonly type: 'text' | 'number';
  /** Canonical values, in the order in which they were pasted. */
  readonly values: readonly string[];
}

/** Returns the same text for values that the service considers equal (docs/service-contract.md, section 6). */
export function equalityKey(value: string, type: ReportedList['type']): string {
  return type === 'number' ? withoutSurplusZeros(value) : value.toLowerCase();
}
