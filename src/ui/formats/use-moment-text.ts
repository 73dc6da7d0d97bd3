import { useCallback } from 'react';
import { useNow } from './use-now';
import { useFormats } from './format-settings-context';

/** Returns a function that formats a past timestamp: only the time if it is of today, else date and time. */
export function useMomentText(): (atMs: number) => string {
  const { formatTime, formatDateTime } = useFormats();
  const today = new Date(useNow(true, 60_000)).toDateString();
  return useCallback(
    (atMs) => (new Date(atMs).toDateString() === today ? formatTime(atMs) : formatDateTime(atMs)),
    [today, formatTime, formatDateTime],
  );
}
