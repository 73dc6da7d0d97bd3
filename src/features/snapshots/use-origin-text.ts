import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useMomentText } from '@/ui/formats/use-moment-text';
import type { KnownSnapshot } from './model/known-snapshot';

/** Returns a function that says where a snapshot comes from; the text is null if it was taken in this browser. */
export function useOriginText(): (snapshot: KnownSnapshot, hasQuery: boolean) => string | null {
  const t = useTranslations('snapshots');
  const momentText = useMomentText();
  return useCallback(
    (snapshot, hasQuery) => {
      const { received } = snapshot;
      // An opened snapshot is listed with its query, so this text only adds the time.
      const key = hasQuery ? 'receivedAt' : 'receivedNotice';
      if (received !== undefined) return t(key, { time: momentText(received.changedAtMs) });
      return hasQuery ? null : t('unknownQuery');
    },
    [t, momentText],
  );
}
