import { MAX_SCANNED_ROWS } from '@mocks/data/engine/inline-engine';
import type { FieldSource } from '@mocks/data/field';
import { RESIZABLE_SOURCE_NAME } from '@mocks/data/price-sources';
import { rowCountOf, type PriceSource, type SourceState } from '@mocks/data/price-source';
import type { ServiceState } from './state';

/** The current state of a source. */
export function currentSourceState(source: PriceSource, state: ServiceState): SourceState {
  const baseRowCount = source.name === RESIZABLE_SOURCE_NAME ? state.settings.rowCount : source.baseRowCount;
  return { version: state.sourceVersion, baseRowCount, moments: state.sourceMoments };
}

/** The operations that a query can use on a field. Sources that are too large to scan support only operations without a scan. */
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
