import type { ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { ColumnArrangement, GridSort } from '@/shared/grid/grid-model';
import type { DraftQuery } from '../model/draft-query';
import type { KeptPlace } from '../snapshot/kept-place';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
import type { RunState } from '../snapshot/use-run';
import type { ShownResults } from './exportable-results';

/** The source of the price column changed, and the service holds a snapshot of all of it. */
export interface SourceChange {
  readonly cacheKey: string;
  /** By the service's clock, as a snapshot's own: for telling which is newer. */
  readonly createdAtMs: number;
  /** The same moment by this computer's clock, to be shown. */
  readonly changedAtMs: number;
}

/** Where tools stand: always at hand, or beside words that lead to them. */
export type ToolPlace = 'toolbar' | 'notice';

export interface ResultsPanelProps {
  readonly priceColumn: PriceColumn;
  /** On screen; stays while a newer one is on its way. */
  readonly shown: OpenSnapshot | null;
  readonly run: RunState;
  /** A snapshot of the address is being opened, or could not be. */
  readonly opening: { readonly isPending: boolean; readonly failure: SnapshotFailure | null };
  readonly hasFilters: boolean;
  readonly sort: readonly GridSort[];
  /** Columns that the query filters by; the same set as long as the query is the same. */
  readonly filteredColumns: ReadonlySet<string>;
  /** 0-based. */
  readonly initialRow: number | null;
  /** Null: columns as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly onArrangementChange: (arrangement: ColumnArrangement) => void;
  readonly onSort: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** Changes the query and runs it at once. */
  readonly onEditQuery: (change: (draft: DraftQuery) => DraftQuery) => void;
  /** Runs again what is on screen, or what the address asks for, and opens it at the place that is kept. */
  readonly onRefresh: (kept: KeptPlace | null) => void;
  /** The last change of the source that this person was told of and has not put off. */
  readonly sourceChange: SourceChange | null;
  readonly onShowChange: (change: SourceChange, kept: KeptPlace) => void;
  readonly onPutOffChange: (change: SourceChange) => void;
  readonly onCancel: () => void;
  /** `kept`: where the rows on screen are by now; null where there are none. */
  readonly onRetryRun: (kept: KeptPlace | null) => void;
  readonly onDismissFailure: () => void;
  readonly onRetryOpening: () => void;
  /** What else can be done with the rows; asks for them when it comes to it. */
  readonly renderTools: (getResults: () => ShownResults, place: ToolPlace) => ReactNode;
}
