import type { ReactNode } from 'react';
import type { ColumnArrangement } from '@/shared/grid/grid-model';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
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
  /** On screen; stays while a newer one is on its way. */
  readonly shown: OpenSnapshot | null;
  /** A snapshot of the address is being opened, or could not be. */
  readonly opening: { readonly isPending: boolean; readonly failure: SnapshotFailure | null };
  readonly onRetryOpening: () => void;
  /** 0-based. */
  readonly initialRow: number | null;
  /** Null: columns as they come. */
  readonly arrangement: ColumnArrangement | null;
  readonly onArrangementChange: (arrangement: ColumnArrangement) => void;
  /** The last change of the source that this person was told of and has not put off. */
  readonly sourceChange: SourceChange | null;
  readonly onPutOffChange: (change: SourceChange) => void;
  /** What else can be done with the rows; asks for them when it comes to it. */
  readonly renderTools: (getResults: () => ShownResults, place: ToolPlace) => ReactNode;
}
