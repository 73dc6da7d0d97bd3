import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { withBasePath } from '@/ui/config/base-path';

/** The first screens load before it. */
const AFTER_MS = 3_000;

/** Has the browser keep the program, so that it opens without a network. Once somebody is signed in: others have nothing to open. */
export function useKeptProgram(): void {
  const { offline } = useRouter().options.context.config;
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => {
      // Missing in private windows of Firefox. Refused where there is no room: the console works as it did.
      (navigator.serviceWorker as ServiceWorkerContainer | undefined)
        ?.register(withBasePath('/sw.js'))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [offline]);
}
