import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { extractionRight } from '@/session/rights/rights';
import { useExtractionPermission, useServiceClient } from '@/session/session-context';
import { serviceFailure } from '@/ui/http/service-error';
import { FailurePanel } from '@/ui/components/failure-panel';
import { Screen } from '@/ui/components/screen';
import { StatePanel } from '@/ui/components/state-panel';
import {
  needsAllFields,
  needsNoFields,
  priceColumnsQuery,
  useFields,
  type KnownFields,
} from '../api/price-columns.queries';

export interface ExtractionGateProps {
  /** Price columns that are used without asking the service. */
  readonly known?: readonly PriceColumn[] | undefined;
  readonly pending: ReactNode;
  /** Content below the message that the price columns could not be loaded. */
  readonly without?: ReactNode;
  /** Whether the fields of all price columns are needed, even if the service does not list them. */
  readonly needsFields?: boolean;
  readonly children: (priceColumns: readonly PriceColumn[], fields: KnownFields) => ReactNode;
}

/** Renders its children, or says which permission the user lacks. If the rights are unknown, the service decides. */
export function ExtractionGate({
  known,
  pending,
  without,
  needsFields = false,
  children,
}: ExtractionGateProps) {
  const client = useServiceClient();
  const isDenied = useExtractionPermission() === 'denied';
  // This query makes a new request after an earlier failure that was never shown, so that the failure does not block the screen.
  const query = useQuery({ ...priceColumnsQuery(client), enabled: !isDenied && known === undefined });
  const failure = serviceFailure(query.error);
  const priceColumns = known ?? query.data;
  const fields = useFields(priceColumns ?? NONE, needsFields ? needsAllFields : needsNoFields);

  if (isDenied || failure?.kind === 'forbidden') {
    return <NoAccessPanel />;
  }
  if (priceColumns !== undefined) return children(fields.priceColumns, fields);
  if (failure !== null) {
    const panel = <FailurePanel failure={failure} headingLevel={1} onRetry={() => void query.refetch()} />;
    return without ? (
      <Screen>
        {panel}
        {without}
      </Screen>
    ) : (
      panel
    );
  }
  return pending;
}

const NONE: readonly PriceColumn[] = [];

function NoAccessPanel() {
  const permission = extractionRight(useServiceClient().dialect);
  const t = useTranslations('errors');
  const tCommon = useTranslations('common');
  return (
    <StatePanel
      icon={<IconLock size={22} />}
      title={t('noAccessTitle')}
      tone="warning"
      headingLevel={1}
      actions={
        <Button component={Link} to="/schema/item" variant="default">
          {tCommon('openItemSchema')}
        </Button>
      }
    >
      <p>{t.rich('noAccessText', { permission, code })}</p>
      <p>{t('noAccessStillWorks')}</p>
    </StatePanel>
  );
}

function code(text: ReactNode) {
  return <code>{text}</code>;
}
