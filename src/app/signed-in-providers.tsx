import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Prefetch } from '@/routes/__root';
import { ExportProvider } from '@/features/export/components/export-provider';
import type { EventsConfig } from '@/features/snapshots/notices/events-address';
import { NoticesProvider } from '@/features/snapshots/notices/notices-context';
import { KeptCopiesModeContext } from '@/rows/kept-copies/kept-copies-mode';
import type { Session } from '@/session/session';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { recordsQueryKey } from '@/lib/storage/owned-store';
import { RecordStorageContext } from '@/session/use-own-records';
import { createSealedRecords } from '@/lib/storage/sealed-records';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { PageActionsProvider } from '@/ui/components/page-actions';
import { AppShell } from './shell/app-shell';
import { useDemo } from './demo-context';
import { LanguageProvider } from './language-provider';

export interface ProvidersConfig extends EventsConfig {
  readonly installationSecret: string | null;
  readonly analysis: RuntimeConfig['analysis'];
  readonly keptCopies: RuntimeConfig['keptCopies'];
}

export interface SignedIn {
  readonly SignedInProviders: ComponentType<{ readonly children: ReactNode }>;
  readonly prefetch: Prefetch;
}

/** Creates the component around all screens behind the sign-in, which provides all messages, one query cache, and the app shell. */
export function createSignedInProviders(session: Session, config: ProvidersConfig): SignedIn {
  const queryClient = createQueryClient();
  // Responses to one user must not be shown to the next user.
  session.onAccountChange(() => {
    queryClient.clear();
  });
  const records = createSealedRecords({
    databaseName: 'colonnade-records',
    installationSecret: config.installationSecret,
  });
  records.subscribe((collection) => {
    void queryClient.invalidateQueries({ queryKey: recordsQueryKey(collection) });
  });
  function SignedInProviders({ children }: { readonly children: ReactNode }) {
    const demo = useDemo();
    return (
      <LanguageProvider english={englishMessages}>
        <QueryClientProvider client={queryClient}>
          <RecordStorageContext value={records}>
            <KeptCopiesModeContext value={config.keptCopies}>
              <AnnouncerProvider>
                <ExportProvider demoAddress={demo?.serviceAddress ?? null} hasWebAssembly={config.analysis}>
                  <PageActionsProvider>
                    <NoticesProvider session={session} config={config}>
                      <AppShell>{children}</AppShell>
                    </NoticesProvider>
                  </PageActionsProvider>
                </ExportProvider>
              </AnnouncerProvider>
            </KeptCopiesModeContext>
          </RecordStorageContext>
        </QueryClientProvider>
      </LanguageProvider>
    );
  }
  return {
    SignedInProviders,
    prefetch: (query) => {
      // Ignores that the code of the query cannot be loaded, because the screen needs the same code and reports the failure.
      void start().catch(() => undefined);
      async function start(): Promise<void> {
        const options = await query();
        if (options === null) return;
        // Does not repeat a failed request, which would hide a failure on screen. The next screen that needs the data repeats it.
        if (queryClient.getQueryState(options.queryKey)?.status === 'error') return;
        await queryClient.prefetchQuery(options);
      }
    },
  };
}

/** Metadata changes rarely, so it is fetched again (in the background) only if a screen is opened after this time. */
const METADATA_STALE_AFTER_MS = 5 * 60_000;
/** If the route's loader has failed within this time, the screen shows the failure instead of repeating the request. */
const RECENT_FAILURE_MS = 5_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The service client already retries (ui/http/retry-policy.ts). Retries of the query cache would multiply the wait.
        retry: false,
        // Lets requests fail while offline, so that screens show the lost connection instead of waiting silently.
        networkMode: 'always',
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > RECENT_FAILURE_MS,
        staleTime: METADATA_STALE_AFTER_MS,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
