import { MAX_SCANNED_ROWS } from '@mocks/data/engine/inline-engine';
import type { FieldSource } from '@mocks/data/field';
import { RESIZABLE_SOURCE_NAME } from '@mocks/data/price-sources';
import { rowCountOf, type PriceSource, type SourceState } from '@mocks/data/price-source';
import type { ServiceState } from './state';

/** Returns the current version, number of rows and version times of a source. */
export function currentSourceState(source: PriceSource, state: ServiceState): SourceState {
  const baseRowCount = source.name === RESIZABLE_SOURCE_NAME ? state.settings.rowCount : source.baseRowCount;
  return { version: state.sourceVersion, baseRowCount, moments: state.sourceMoments };
}

/** Returns whether a query can filter and sort by a field. In a source that is too large to scan, it can do so only without a scan. */
export function usesOf(
  source: PriceSource,
  field: FieldSource,
  state: ServiceState,
): Pick<FieldSource, 'isFilterable' | 'isSortable'> {
  const canScan = rowCountOf(source, currentSourceState(source, state)) <= MAX_SCANNED_ROWS;
  return {
    isFilterable: field.isFilterable && (canScan || field.isMonotone || field.period !== null),
    isSortable: field.isSortable && (canScan || field.isMonotone),
  };
}
