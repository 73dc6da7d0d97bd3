import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useServiceClient, useSession } from '@/session/session-context';
import { serviceFailure } from '@/ui/http/service-error';
import { FailurePanel } from '@/ui/components/failure-panel';
import { usePageTitle } from '@/ui/components/page-title';
import { itemTableQuery } from '../api/item-table.queries';
import { SchemaExplorer, SchemaHeader, type SchemaExplorerProps } from './schema-explorer';
import classes from './schema-skeleton.module.css';

export type ItemSchemaScreenProps = Pick<SchemaExplorerProps, 'view' | 'onViewChange' | 'priceColumns'>;

/** The screen that describes each column of the item table, and what the user may do with it. */
export function ItemSchemaScreen({ view, onViewChange, priceColumns }: ItemSchemaScreenProps) {
  const t = useTranslations('itemSchema');
  usePageTitle(t('title'));
  const session = useSession();
  const query = useQuery(itemTableQuery(useServiceClient()));
  const failure = serviceFailure(query.error);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [hasRetried, setHasRetried] = useState(false);
  const isSignedIn = 'account' in session;

  if (query.data !== undefined && isSignedIn) {
    return (
      <SchemaExplorer
        columns={query.data}
        priceColumns={priceColumns}
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
            // The button with the focus disappears while the request is pending, so the heading receives the focus.
            headingRef.current?.focus();
            setHasRetried(true);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}

const FILTERS = [0, 1, 2];
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CELLS = ['name', 'type', 'nullable', 'default', 'keys', 'format', 'view', 'edit'] as const;

function SchemaSkeleton() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')} className={classes['skeleton']}>
      <div className={classes['bar']}>
        {FILTERS.map((filter) => (
          <span key={filter} />
        ))}
      </div>
      <div className={classes['head']} />
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          {CELLS.map((cell) => (
            <span key={cell} data-cell={cell} />
          ))}
        </div>
      ))}
    </div>
  );
}
