import { Button } from '@mantine/core';
import { IconColumns3, IconColumnsOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { SAMPLE_ROWS } from '@/contract/sampled-fields';
import { useServiceClient } from '@/session/session-context';
import { serviceFailure } from '@/ui/http/service-error';
import { useAnnounce } from '@/ui/components/announcer';
import { FailurePanel } from '@/ui/components/failure-panel';
import { StatePanel } from '@/ui/components/state-panel';
import { RetryButton } from '@/ui/components/retry-button';
import { usePageTitle } from '@/ui/components/page-title';
import { fieldsQuery } from '../api/price-columns.queries';
import { ExtractionGate } from './extraction-gate';

export interface PriceColumnGateProps {
  /** The price column's name as written in the address. */
  readonly name: string;
  /** The price column as it was when a kept copy was made; null to load the current one from the service. */
  readonly kept?: PriceColumn | null;
  readonly pending: ReactNode;
  readonly children: (priceColumn: PriceColumn) => ReactNode;
}

/** Renders its children with the price column of this name, if the user may extract prices. */
export function PriceColumnGate({ name, kept = null, pending, children }: PriceColumnGateProps) {
  return (
    <ExtractionGate pending={pending} known={kept === null ? undefined : [kept]}>
      {(priceColumns) => {
        const priceColumn = priceColumns.find((candidate) => candidate.name === name);
        if (priceColumn === undefined) return <UnknownPriceColumn name={name} />;
        const { displayName, fieldLimit, areFieldsListed } = priceColumn;
        if (fieldLimit !== undefined) return <TooWide name={displayName} limit={fieldLimit} />;
        return areFieldsListed === false ? (
          <FieldsGate priceColumn={priceColumn} pending={pending}>
            {children}
          </FieldsGate>
        ) : (
          children(priceColumn)
        );
      }}
    </ExtractionGate>
  );
}

/** Reads the fields of a price column from its first rows, for a service that does not list them. */
function FieldsGate({
  priceColumn,
  pending,
  children,
}: Pick<PriceColumnGateProps, 'pending' | 'children'> & { readonly priceColumn: PriceColumn }) {
  const { displayName } = priceColumn;
  const t = useTranslations('priceColumns');
  const tCommon = useTranslations('common');
  const cache = useQueryClient();
  const options = fieldsQuery(useServiceClient(), priceColumn);
  const query = useQuery(options);
  const isSlow = useIsSlow(query.isFetching);
  const failure = serviceFailure(query.error);
  const retry = () => void query.refetch();
  const regionRef = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  const isWaiting = query.isFetching && isSlow;
  useEffect(() => {
    if (isWaiting) announce(t('readingFieldsTitle', { name: displayName }));
  }, [isWaiting, announce, t, displayName]);
  usePageTitle(displayName);
  if (query.data !== undefined && query.data.areFieldsListed !== false) return children(query.data);
  if (query.isFetching && !isSlow) return pending;
  if (query.isFetching) {
    const title = t('readingFieldsTitle', { name: displayName });
    return (
      <section ref={regionRef} tabIndex={-1} aria-label={title}>
        <StatePanel
          icon={<IconColumns3 size={22} />}
          title={title}
          headingLevel={1}
          actions={
            <Button
              variant="default"
              onClick={() => {
                // The button goes with the request, so what replaces its panel takes the focus.
                regionRef.current?.focus();
                announce(t('noFieldsTitle', { name: displayName }));
                void cache.cancelQueries({ queryKey: options.queryKey });
              }}
            >
              {tCommon('cancel')}
            </Button>
          }
        >
          <p>{t('readingFieldsText', { count: SAMPLE_ROWS })}</p>
        </StatePanel>
      </section>
    );
  }
  if (failure !== null)
    return <FailurePanel failure={failure} headingLevel={1} onRetry={retry} actions={<BackToPrices />} />;
  const isEmpty = query.data !== undefined;
  const title = t(isEmpty ? 'noRowsTitle' : 'noFieldsTitle', { name: displayName });
  return (
    <section ref={regionRef} tabIndex={-1} aria-label={title}>
      <StatePanel
        icon={<IconColumnsOff size={22} />}
        title={title}
        headingLevel={1}
        actions={
          <>
            <RetryButton onRetry={retry} />
            <BackToPrices />
          </>
        }
      >
        <p>{isEmpty ? t('fieldsUntilRows') : t('noFieldsText', { count: SAMPLE_ROWS })}</p>
      </StatePanel>
    </section>
  );
}

/** A wait that is shorter needs no words. */
const SLOW_AFTER_MS = 1_000;

function useIsSlow(isFetching: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isFetching) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isFetching]);
  return isSlow;
}

function TooWide({ name, limit }: { readonly name: string; readonly limit: number }) {
  usePageTitle(name);
  return (
    <FailurePanel
      failure={{ kind: 'beyond-limit', of: 'fields', limit, subject: name }}
      headingLevel={1}
      actions={<BackToPrices />}
    />
  );
}

function BackToPrices() {
  const t = useTranslations('common');
  return (
    <Button component={Link} to="/prices">
      {t('backToPrices')}
    </Button>
  );
}

function UnknownPriceColumn({ name }: { readonly name: string }) {
  const t = useTranslations('priceColumns');
  usePageTitle(t('unknownTitle', { name }));
  return (
    <StatePanel
      icon={<IconColumnsOff size={22} />}
      title={t('unknownTitle', { name })}
      headingLevel={1}
      actions={<BackToPrices />}
    >
      <p>{t('unknownText')}</p>
    </StatePanel>
  );
}
