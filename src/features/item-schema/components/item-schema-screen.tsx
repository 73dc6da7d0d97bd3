import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useServiceClient, useSession } from '@/session/session-context';
import { serviceFailure } from '@/shared/http/service-failure';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { itemTableQuery } from '../api/item-table.queries';
import { SchemaExplorer, type SchemaExplorerProps } from './schema-explorer';
import { SchemaHeader } from './schema-header';
import { SchemaSkeleton } from './schema-skeleton';

export type ItemSchemaScreenProps = Pick<SchemaExplorerProps, 'view' | 'onViewChange'>;

/** What each column of the item table is, and what this person may do with it. */
export function ItemSchemaScreen({ view, onViewChange }: ItemSchemaScreenProps) {
  const t = useTranslations('itemSchema');
  usePageTitle(t('title'));
  const session = useSession();
  const query = useQuery(itemTableQuery(useServiceClient()));
  const failure = serviceFailure(query.error);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [hasRetried, setHasRetried] = useState(false);
  const isSignedIn = 'identity' in session;

  if (query.data !== undefined && isSignedIn) {
    return (
      <SchemaExplorer
        columns={query.data}
        view={view}
        onViewChange={onViewChange}
        takesFocus={hasRetried}
        notRenewedSinceMs={query.isRefetchError ? query.dataUpdatedAt : null}
        onReload={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <SchemaHeader headingRef={headingRef} />
      {failure === null ? (
        <SchemaSkeleton />
      ) : (
        <FailurePanel
          failure={failure}
          onRetry={() => {
            // The button goes while the answer is awaited.
            headingRef.current?.focus();
            setHasRetried(true);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}
