import { Link } from '@tanstack/react-router';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import type { Rights } from '@/session/rights';
import { ReadingTable } from '@/shared/ui/reading-table';
import { fieldCounts } from '../search-price-columns';
import classes from './price-columns-table.module.css';

export interface PriceColumnsTableProps {
  readonly priceColumns: readonly PriceColumn[];
  readonly rights: Rights;
}

const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** One row a price column; arrows move between the links, Enter or a press anywhere in the row opens. */
export function PriceColumnsTable({ priceColumns, rights }: PriceColumnsTableProps) {
  const t = useTranslations('priceColumns');
  const format = useFormatter();
  const bodyRef = useRef<HTMLTableSectionElement>(null);

  function links(): HTMLAnchorElement[] {
    return [...(bodyRef.current?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  }

  function moveFocus(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = links();
    const from = all.findIndex((link) => link === document.activeElement);
    if (step === undefined || from === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    all[step(from, all.length - 1)]?.focus();
  }

  function openRow(event: MouseEvent<HTMLTableRowElement>): void {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    // Marking text in a row is not opening it.
    if (isLink || getSelection()?.isCollapsed === false) return;
    event.currentTarget.querySelector('a')?.click();
  }

  return (
    <ReadingTable label={t('table')}>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('sourceTable')}</th>
          <th scope="col" data-number>
            {t('fields')}
          </th>
          <th scope="col" data-number>
            {t('filterableFields')}
          </th>
          <th scope="col">{t('description')}</th>
        </tr>
      </thead>
      <tbody ref={bodyRef}>
        {priceColumns.map((priceColumn) => {
          const counts = fieldCounts(priceColumn, rights);
          return (
            <tr key={priceColumn.name} className={classes['row']} onClick={openRow}>
              <th scope="row">
                <Link
                  to="/prices/$priceColumn"
                  params={{ priceColumn: priceColumn.name }}
                  className={classes['link']}
                  onKeyDown={moveFocus}
                >
                  {priceColumn.displayName}
                </Link>
              </th>
              <td>
                <code className={classes['source']}>{priceColumn.sourceTable}</code>
              </td>
              <td data-number>{format.number(counts.total)}</td>
              <td data-number>{format.number(counts.filterable)}</td>
              <td className={classes['description']}>{priceColumn.description}</td>
            </tr>
          );
        })}
      </tbody>
    </ReadingTable>
  );
}
