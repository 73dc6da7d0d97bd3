import { Group, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { IconButton } from '@/ui/components/icon-button';
import type { SchemaRow } from '../model/schema-row';
import { FILTER_NAMES, type FilterName } from '../model/schema-view';
import classes from './filter-bar.module.css';

export interface FilterBarProps {
  readonly rows: readonly SchemaRow[];
  /** The rows that match the search and the filters. */
  readonly shown: readonly SchemaRow[];
  readonly filters: ReadonlySet<FilterName>;
  readonly onFiltersChange: (filters: ReadonlySet<FilterName>) => void;
  /** The price column to whose fields the rows are limited; null if all columns are shown. */
  readonly priceColumn: PriceColumn | null;
  readonly onAllColumns: () => void;
}

/** Buttons that switch filters on and off, and the number of columns that pass the filters. */
export function FilterBar(props: FilterBarProps) {
  const { rows, shown, filters, onFiltersChange, priceColumn, onAllColumns } = props;
  const t = useTranslations('itemSchema');
  return (
    <Group gap="8px 14px" px="var(--cn-page-margin)" pb={10}>
      <Group role="group" aria-label={t('filters')} gap={6}>
        {FILTER_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={filters.has(name)}
            className={classes['toggle']}
            onClick={() => onFiltersChange(toggled(filters, name))}
          >
            {filters.has(name) && <IconCheck size={14} stroke={2} aria-hidden="true" />}
            {t(`filter.${name}`)}
          </button>
        ))}
      </Group>
      {priceColumn !== null && (
        <Group gap={4} fz="sm" className={classes['ofPriceColumn'] ?? ''}>
          <Link to="/prices/$priceColumn" params={{ priceColumn: priceColumn.name }}>
            {t('ofPriceColumn', { name: priceColumn.displayName })}
          </Link>
          <IconButton label={t('allColumns')} size={24} onClick={onAllColumns}>
            <IconX size={14} stroke={2} />
          </IconButton>
        </Group>
      )}
      <CountLine rows={rows} shown={shown} filters={filters} />
    </Group>
  );
}

function toggled(filters: ReadonlySet<FilterName>, name: FilterName): ReadonlySet<FilterName> {
  return new Set(FILTER_NAMES.filter((other) => filters.has(other) !== (other === name)));
}

/** Shows how many columns pass the filters, and how many of them pass only because rights are unknown. */
function CountLine({ rows, shown, filters }: Pick<FilterBarProps, 'rows' | 'shown' | 'filters'>) {
  const t = useTranslations('itemSchema');
  const open = shown.filter((row) => row.kind === 'open');
  const viewUnknown = open.filter(({ viewRight }) => viewRight?.held === 'unknown').length;
  const editUnknown = open.filter(({ edit }) => edit.state === 'unknown').length;
  return (
    <Text role="status" size="xs" c="dimmed">
      {shown.length === rows.length
        ? t('countAll', { total: rows.length })
        : t('count', { shown: shown.length, total: rows.length })}
      {filters.has('viewable') && viewUnknown > 0 && `, ${t('countViewUnknown', { count: viewUnknown })}`}
      {filters.has('editable') && editUnknown > 0 && `, ${t('countEditUnknown', { count: editUnknown })}`}
    </Text>
  );
}
