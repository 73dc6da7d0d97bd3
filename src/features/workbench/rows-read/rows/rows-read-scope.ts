import { createContext, use, type ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { ComparableOf, ComparableSnapshot } from '../../model/compare-with';
import type { Refinement } from '@/analysis/conditions/refinement';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { RowsRead } from '@/analysis/reading/rows-read';
import type { Reading } from '../reading/use-reading';
import type { Refining } from '../steps/use-refining';

/** The state that all views of the rows read share. It changes with every page that is read. */
export interface RowsReadScope {
  /** The whole snapshot on screen. `reading`: the reading of its rows. */
  readonly openSnapshot: OpenSnapshot;
  readonly reading: Reading;
  /** The refinement (filters on the rows read) in the address; null for none. */
  readonly refinement: Refinement | null;
  /** The rows that satisfy the refinement; null if there is no refinement. */
  readonly refining: Exclude<Refining, { readonly status: 'problem' }> | null;
  /** The snapshots of the price column that this browser knows, the latest first. */
  readonly comparable: readonly ComparableSnapshot[];
  readonly comparableOf: ComparableOf;
  /** All price columns that are known so far. */
  readonly priceColumns: readonly PriceColumn[];
  /** Reads the fields that the service does not list, of all price columns, while it is rendered. */
  readonly fieldsOfOthers?: ReactNode;
}

const ScopeContext = createContext<RowsReadScope | null>(null);
const RowsContext = createContext<RowsRead | null>(null);

/** Provides the views with their shared state. */
export const RowsReadScopeProvider = ScopeContext;

/** Provides a view with the rows that it shows. */
export const RowsReadProvider = RowsContext;

/** Returns the shared state, for views that need a snapshot and show the progress of reading themselves. */
export function useRowsReadScope(): RowsReadScope {
  const scope = use(ScopeContext);
  if (scope === null) throw new Error('There is no snapshot around this component.');
  return scope;
}

/** Returns the rows that the view shows: all rows read, or the refined ones. While reading, they change every two seconds. */
export function useRowsRead(): RowsRead {
  const rowsRead = use(RowsContext);
  if (rowsRead === null) throw new Error('This view is rendered without rows.');
  return rowsRead;
}
