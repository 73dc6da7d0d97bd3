import { useMemo } from 'react';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { rowsReadKey } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { useSource, type SourceState } from '../../rows-read/sources/use-source';
import { keyColumns } from '@/analysis/snapshot/row-identity';
import type { CompletedProposal } from './proposal-state';
import { useProposalState } from './proposal-state';
import { findStalePrices, type StalePrices } from '@/analysis/new-prices/stale-prices';

export interface StalePricesState {
  /** The progress of reading the file. */
  readonly source: SourceState;
  /** The changed prices; null until the comparison is done. */
  readonly stale: StalePrices | null;
  /** The file lacks the key columns (`no-key`) or the price (`no-price`), or the engine has failed. */
  readonly problem: 'no-key' | 'no-price' | 'failed' | null;
}

/** Reads a file of an exported proposal, and finds the prices that have changed since. If `file` is null, nothing is compared. */
export function useStalePrices(file: MappedFile | null, { proposal }: CompletedProposal): StalePricesState {
  const { priceColumn } = useWorkbenchScope();
  const { rowsRead } = useProposalState();
  const { engine } = rowsRead;
  const { table, price } = proposal.rows;
  const source = useMemo(
    () => (file === null ? null : ({ kind: 'file', name: file.outline.name } as const)),
    [file],
  );
  const { state } = useSource({ source, file, isNeeded: true });
  const read = state.status === 'read' ? state : null;
  const names = read?.rows.table.columns.map(({ name }) => name) ?? [];
  const ofMetadata = keyColumns(priceColumn);
  // If the file lacks a key column of the metadata, all other columns that file and rows have in common identify its rows.
  const hasKeys = ofMetadata.length > 0 && ofMetadata.every((name) => names.includes(name));
  const keys = hasKeys
    ? ofMetadata
    : names.filter((name) => name !== price.name && table.columns.some((column) => column.name === name));
  const hasPrice = names.includes(price.name);
  const isReady = read !== null && keys.length > 0 && hasPrice;
  const { current, failure } = useEngineTable<StalePrices>({
    key: [...rowsReadKey({ ...rowsRead, table }), 'stale prices', read?.revision, price.name, keys],
    isWanted: isReady,
    keeps: 2,
    make: async (signal) => {
      if (read === null) throw new RangeError('The file is not read.');
      const stale = await findStalePrices(engine, { table, price }, read.rows, keys, signal);
      return { value: stale, drop: () => engine.drop(stale.sqlName) };
    },
  });
  const problem = read === null ? null : !hasPrice ? 'no-price' : keys.length === 0 ? 'no-key' : null;
  return {
    source: state,
    stale: isReady ? current : null,
    problem: problem ?? (failure === null ? null : 'failed'),
  };
}
