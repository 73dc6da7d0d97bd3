import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
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

/** Rows that are drawn at first, and with every press for more: nobody reads more at once, and the search finds each. */
const ROWS_PER_STEP = 200;

/** One row a price column; arrows move between the links, Enter or a press anywhere in the row opens. */
export function PriceColumnsTable({ priceColumns, rights }: PriceColumnsTableProps) {
  const t = useTranslations('priceColumns');
  const format = useFormatter();
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [drawnCount, setDrawnCount] = useState(ROWS_PER_STEP);
  const moreCount = Math.min(priceColumns.length - drawnCount, ROWS_PER_STEP);
  const focusAt = useRef<number | null>(null);
  // The button may be gone with the last of them.
  useEffect(() => {
    if (focusAt.current !== null) linksIn(bodyRef.current)[focusAt.current]?.focus();
    focusAt.current = null;
  }, [drawnCount]);

  function moveFocus(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const all = linksIn(bodyRef.current);
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
    <>
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
          {priceColumns.slice(0, drawnCount).map((priceColumn) => {
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
      {moreCount > 0 && (
        <Button
          variant="default"
          className={classes['more']}
          onClick={() => {
            focusAt.current = drawnCount;
            setDrawnCount(drawnCount + ROWS_PER_STEP);
          }}
        >
          {t('showMore', { count: moreCount })}
        </Button>
      )}
    </>
  );
}

function linksIn(body: HTMLElement | null): HTMLAnchorElement[] {
  return [...(body?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
}
