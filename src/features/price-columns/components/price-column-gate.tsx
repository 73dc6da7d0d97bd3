import { Button } from '@mantine/core';
import { IconColumnsOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { FailurePanel } from '@/ui/components/failure-panel';
import { StatePanel } from '@/ui/components/state-panel';
import { usePageTitle } from '@/ui/components/page-title';
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
        const { displayName, fieldLimit } = priceColumn;
        return fieldLimit === undefined ? (
          children(priceColumn)
        ) : (
          <TooWide name={displayName} limit={fieldLimit} />
        );
      }}
    </ExtractionGate>
  );
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
