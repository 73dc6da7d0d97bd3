import { useEffect, useEffectEvent, useState } from 'react';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { ViewportAnchor } from '@/analysis/snapshot/viewport-position';
import type { ChangeNoticeProps, SourceChange } from './change-notice';

export interface ShownChange {
  readonly notice: ChangeNoticeProps;
  /** Reports that a snapshot taken at this time, by the service's clock, is being compared with the one on screen. */
  readonly noteSide: (createdAtMs: number) => void;
}

/** Returns the notice of a source change that is newer than the snapshot on screen. */
export function useSourceChange(
  latest: SourceChange | null,
  { snapshot }: OpenSnapshot,
  getAnchor: () => ViewportAnchor,
): ShownChange {
  const { views } = useWorkbenchScope();
  const actions = useWorkbenchActions();
  const isNewer = latest !== null && latest.createdAtMs > snapshot.createdAtMs;
  const change = isNewer ? latest : null;
  const onChangeAsked = useSeenChange(latest, isNewer);

  function onShow(): void {
    if (change === null) return;
    onChangeAsked(change.cacheKey);
    actions.showSourceChange(change.cacheKey, getAnchor());
  }

  function onCompare(): void {
    if (change === null) return;
    onChangeAsked(change.cacheKey);
    actions.compareSourceChange(change.cacheKey, getAnchor());
  }

  return {
    notice: {
      changedAtMs: change?.changedAtMs ?? null,
      onShow,
      onCompare: views.includes('changes') ? onCompare : undefined,
      onLater: () => change?.postpone(),
    },
    noteSide: (createdAtMs) => {
      if (change !== null && createdAtMs >= change.createdAtMs) change.postpone();
    },
  };
}

/** Hides a notice for good after its rows were requested and shown. Returns the function that records the request. */
function useSeenChange(change: SourceChange | null, isNewer: boolean): (cacheKey: string) => void {
  const [askedKey, setAskedKey] = useState<string | null>(null);
  const isSeen = change !== null && change.cacheKey === askedKey && !isNewer;
  const hide = useEffectEvent(() => change?.postpone());
  useEffect(() => {
    if (isSeen) hide();
  }, [isSeen]);
  return setAskedKey;
}
