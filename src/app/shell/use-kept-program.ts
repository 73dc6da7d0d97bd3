import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { withBasePath } from '@/ui/config/base-path';

/** Leaves time for the first screens to load. */
const AFTER_MS = 3_000;

/** Has the browser keep the program for a start without a network, once a person is signed in: others have nothing to open. */
export function useKeptProgram(): void {
  const { offline } = useRouter().options.context.config;
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => {
      // Private windows of Firefox lack service workers. Registration fails if there is no room: the console works without it.
      (navigator.serviceWorker as ServiceWorkerContainer | undefined)
        ?.register(withBasePath('/sw.js'))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [offline]);
}
