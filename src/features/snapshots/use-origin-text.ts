import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useMomentText } from '@/shared/formats/use-moment-text';
import { receptionOf, type KnownSnapshot } from './model/known-snapshot';

/** Returns a function that says how a snapshot came here, or null where it was taken here. */
export function useOriginText(): (snapshot: KnownSnapshot, hasQuery: boolean) => string | null {
  const t = useTranslations('snapshots');
  const momentText = useMomentText();
  return useCallback(
    (snapshot, hasQuery) => {
      const received = receptionOf(snapshot);
      // An opened snapshot is described by its query first.
      const key = hasQuery ? 'receivedAt' : 'receivedNotice';
      if (received !== null) return t(key, { time: momentText(received.changedAtMs) });
      return hasQuery ? null : t('unknownQuery');
    },
    [t, momentText],
  );
}
