import { useCallback } from 'react';
import { useNow } from './use-now';
import { useFormats } from './format-settings-context';

/** Returns a function that says when something was: the time of today, or date and time of an earlier day. */
export function useMomentText(): (atMs: number) => string {
  const { formatTime, formatDateTime } = useFormats();
  const today = new Date(useNow(true, 60_000)).toDateString();
  return useCallback(
    (atMs) => (new Date(atMs).toDateString() === today ? formatTime(atMs) : formatDateTime(atMs)),
    [today, formatTime, formatDateTime],
  );
}
