import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ExportProvider } from '@/features/export/components/export-provider';
import type { EventsConfig } from '@/features/snapshots/notices/events-address';
import { NoticesProvider } from '@/features/snapshots/notices/notices-context';
import { boundService, type ConfiguredService } from '@/session/service-binding';
import type { Session } from '@/session/session';
import { signedInMessages } from '@/shared/i18n/catalogue-signed-in';
import { browserRecords } from '@/shared/storage/browser-records';
import { recordsQueryKey } from '@/shared/storage/owned-store';
import { RecordStorageContext } from '@/shared/storage/record-storage-context';
import { PageActionsProvider } from '@/shared/ui/page-actions';
import { Frame } from './frame/frame';
import { LanguageProvider } from './language-provider';
import { createQueryClient } from './query-client';

export interface SurroundingsConfig extends EventsConfig {
  readonly installationSecret: string | null;
  readonly configured: ConfiguredService;
}

/** All that the screens of a signed-in person stand in: every message, one cache, the frame. */
export function createSignedInSurroundings(
  session: Session,
  config: SurroundingsConfig,
): ComponentType<{ readonly children: ReactNode }> {
  const queryClient = createQueryClient();
  // What the service told one person must not be seen by the next.
  session.onIdentityChange(() => {
    queryClient.clear();
  });
  const records = browserRecords({
    installationSecret: config.installationSecret,
    ownerOf: (serviceAddress, userName) => ({
      service: boundService(serviceAddress, config.configured),
      userName,
    }),
  });
  records.subscribe((collection) => {
    void queryClient.invalidateQueries({ queryKey: recordsQueryKey(collection) });
  });
  return function SignedInSurroundings({ children }) {
    return (
      <LanguageProvider english={signedInMessages}>
        <QueryClientProvider client={queryClient}>
          <RecordStorageContext value={records}>
            <ExportProvider>
              <PageActionsProvider>
                <NoticesProvider session={session} config={config}>
                  <Frame>{children}</Frame>
                </NoticesProvider>
              </PageActionsProvider>
            </ExportProvider>
          </RecordStorageContext>
        </QueryClientProvider>
      </LanguageProvider>
    );
  };
}
