import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery, Snapshot } from '@/contract/extraction';
import { useServiceClient } from '@/session/session-context';
import { rememberSnapshot } from '../api/snapshot.queries';
import { findPlace, withMissingKeys, type KeptPlace } from './kept-place';
import { isExpired, readSnapshot, takeSnapshot, type OpenSnapshot } from './open-snapshot';
import { snapshotFailure, type SnapshotFailure } from './snapshot-failure';

/** The run of a query, from **Run** to its snapshot. */
export type RunState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly ordinal: number }
  | { readonly status: 'failed'; readonly failure: SnapshotFailure };

type OnTaken = (snapshot: Snapshot) => void;

export interface Run {
  readonly state: RunState;
  /** Takes a new snapshot; `onTaken` hears of it unless it failed, was cancelled, or a newer run overtook it. Opens at the kept place. */
  readonly start: (query: ExtractionQuery, onTaken: OnTaken, kept?: KeptPlace | null) => void;
  /** The same with the service's own snapshot of everything; a new one where that is gone already. */
  readonly open: (cacheKey: string, onTaken: OnTaken, kept: KeptPlace) => void;
  readonly cancel: () => void;
  /** Starts again what failed; where it was to open at a kept place, at this one instead: somebody may have gone on from there. */
  readonly retry: (kept: KeptPlace | null) => void;
  readonly dismiss: () => void;
}

interface RunHow {
  readonly onTaken: OnTaken;
  readonly kept: KeptPlace | null;
}

const EVERYTHING: ExtractionQuery = { fields: null, filters: [], sort: [] };

const IDLE: RunState = { status: 'idle' };

/** At most one run at a time: a newer one aborts the one before, whose answer can then no longer overwrite anything. */
export function useRun(priceColumn: PriceColumn): Run {
  const client = useServiceClient();
  const queryClient = useQueryClient();
  const [state, setState] = useState<RunState>(IDLE);
  const current = useRef<{
    readonly controller: AbortController;
    readonly again: (kept: KeptPlace | null) => void;
  } | null>(null);
  const ordinal = useRef(0);
  useEffect(() => () => current.current?.controller.abort(), []);

  function begin(get: (signal: AbortSignal) => Promise<OpenSnapshot>, how: RunHow): void {
    const { onTaken, kept } = how;
    current.current?.controller.abort();
    const mine = {
      controller: new AbortController(),
      again: (latest: KeptPlace | null) => {
        begin(get, { onTaken, kept: kept === null ? null : (latest ?? kept) });
      },
    };
    current.current = mine;
    ordinal.current += 1;
    setState({ status: 'running', ordinal: ordinal.current });
    void take();

    async function takeAt(signal: AbortSignal): Promise<OpenSnapshot> {
      if (kept === null) return get(signal);
      const [opened, whole] = await Promise.all([get(signal), withMissingKeys(kept, signal)]);
      return { ...opened, openAt: await findPlace(opened, whole, signal) };
    }

    async function take(): Promise<void> {
      try {
        const opened = await takeAt(mine.controller.signal);
        if (current.current !== mine) return;
        rememberSnapshot(queryClient, priceColumn.name, opened);
        setState(IDLE);
        onTaken(opened.snapshot);
      } catch (error) {
        if (current.current !== mine) return;
        const failure = snapshotFailure(error);
        setState(failure === null ? IDLE : { status: 'failed', failure });
      }
    }
  }

  return {
    state,
    start: (query, onTaken, kept = null) => {
      begin((signal) => takeSnapshot(client, priceColumn, query, signal), { onTaken, kept });
    },
    open: (cacheKey, onTaken, kept) => {
      const get = async (signal: AbortSignal) => {
        try {
          return await readSnapshot(client, priceColumn, cacheKey, null, signal);
        } catch (error) {
          if (!isExpired(error)) throw error;
          return await takeSnapshot(client, priceColumn, EVERYTHING, signal);
        }
      };
      begin(get, { onTaken, kept });
    },
    cancel: () => {
      current.current?.controller.abort();
      current.current = null;
      setState(IDLE);
    },
    retry: (kept) => current.current?.again(kept),
    dismiss: () => {
      setState(IDLE);
    },
  };
}
