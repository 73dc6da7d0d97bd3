import { useSyncExternalStore } from 'react';
import { localDay } from './model/calendar';

const CHECK_EVERY_MS = 60_000;

/** The calendar day where the person sits, also after midnight in a tab that stays open. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, currentDay);
}

function currentDay(): string {
  return localDay(new Date());
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
