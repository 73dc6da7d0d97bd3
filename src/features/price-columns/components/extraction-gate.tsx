import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { EXTRACTION_PERMISSION } from '@/contract/permissions';
import { extractionPermission } from '@/session/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { serviceFailure } from '@/shared/http/service-failure';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { NoAccessPanel } from '@/shared/ui/no-access-panel';
import { priceColumnsQuery } from '../api/price-columns.queries';

export interface ExtractionGateProps {
  /** While the price columns are on their way. */
  readonly pending: ReactNode;
  readonly children: (priceColumns: readonly PriceColumn[]) => ReactNode;
}

/**
 * Lets through whoever may extract prices, with the price columns; the others learn what is missing. Where the rights
 * are not known the service is asked, and decides.
 */
export function ExtractionGate({ pending, children }: ExtractionGateProps) {
  const t = useTranslations('common');
  const rights = useRights();
  const client = useServiceClient();
  const isDenied = extractionPermission(rights) === 'denied';
  const query = useQuery({ ...priceColumnsQuery(client), enabled: !isDenied });
  const failure = serviceFailure(query.error);

  if (isDenied || failure?.kind === 'forbidden') {
    return (
      <NoAccessPanel
        permission={EXTRACTION_PERMISSION}
        actions={
          <Button component={Link} to="/schema/item" variant="default">
            {t('openItemSchema')}
          </Button>
        }
      />
    );
  }
  if (query.data !== undefined) return children(query.data);
  if (failure !== null) return <FailurePanel failure={failure} onRetry={() => void query.refetch()} />;
  return pending;
}
