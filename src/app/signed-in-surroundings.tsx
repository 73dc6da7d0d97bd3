import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ExportProvider } from '@/features/export/components/export-provider';
import type { EventsConfig } from '@/features/snapshots/notices/events-address';
import { NoticesProvider } from '@/features/snapshots/notices/notices-context';
import type { Session } from '@/session/session';
import { signedInMessages } from '@/shared/i18n/catalogue-signed-in';
import { PageActionsProvider } from '@/shared/ui/page-actions';
import { Frame } from './frame/frame';
import { LanguageProvider } from './language-provider';
import { createQueryClient } from './query-client';

/** All that the screens of a signed-in person stand in: every message, one cache, the frame. */
export function createSignedInSurroundings(
  session: Session,
  config: EventsConfig,
): ComponentType<{ readonly children: ReactNode }> {
  const queryClient = createQueryClient();
  // What the service told one person must not be seen by the next.
  session.onIdentityChange(() => {
    queryClient.clear();
  });
  return function SignedInSurroundings({ children }) {
    return (
      <LanguageProvider english={signedInMessages}>
        <QueryClientProvider client={queryClient}>
          <ExportProvider>
            <PageActionsProvider>
              <NoticesProvider session={session} config={config}>
                <Frame>{children}</Frame>
              </NoticesProvider>
            </PageActionsProvider>
          </ExportProvider>
        </QueryClientProvider>
      </LanguageProvider>
    );
  };
}
