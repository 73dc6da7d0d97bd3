import { Menu, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { SEPARATOR } from '../model/listed-snapshots';
import { ActionButton } from './row-actions';
import classes from './snapshots-table.module.css';

/** A snapshot or kept copy that can be compared with another one. */
export interface ComparedSide {
  /** The cache key of the snapshot. A kept copy has a key that identifies it in addresses. */
  readonly cacheKey: string;
  readonly priceColumn: string;
  /** The name, the description of the query, and the origin, as far as they are known. */
  readonly label: string;
  /** The number of rows; null if it is unknown. */
  readonly rowCount: number | null;
  readonly takenAtMs: number;
  /** Whether the time has to be shown with seconds to distinguish this snapshot from another one. */
  readonly needsSeconds: boolean;
  /** The search parameters that open the snapshot or copy in the workbench. */
  readonly search: Readonly<Record<string, string>>;
}

/** Returns the search parameters that compare a snapshot with `otherKey` in **Changes**. If null, the user chooses there. */
export type CompareSearch = (
  search: ComparedSide['search'],
  otherKey: string | null,
) => Record<string, string>;

export interface CompareScope {
  readonly sides: readonly ComparedSide[];
  /** Returns the address of a comparison; null if nothing can be compared. */
  readonly compareSearch: CompareSearch | null;
}

/** All snapshots and kept copies that the screen lists. */
export const CompareScopeContext = createContext<CompareScope>({ sides: [], compareSearch: null });

export interface CompareMenuProps {
  readonly cacheKey: string;
  /** The name of the row, for screen readers. */
  readonly label: string;
}

/** A menu with links that compare a snapshot or copy with each other one of the price column, and with a file. */
export function CompareMenu({ cacheKey, label }: CompareMenuProps) {
  const t = useTranslations('snapshots');
  const { formatDateTime, formatExactDateTime, formatInteger } = useFormats();
  const { sides, compareSearch } = use(CompareScopeContext);
  const compared = sides.find((side) => side.cacheKey === cacheKey);
  if (compareSearch === null || compared === undefined) return null;
  const { priceColumn, search } = compared;
  const others = sides.filter((other) => other.priceColumn === priceColumn && other !== compared);
  const item = (key: string, otherKey: string | null, text: string, detail = '') => (
    <Menu.Item
      key={key}
      renderRoot={(props) => (
        <Link
          to="/prices/$priceColumn"
          params={{ priceColumn }}
          search={compareSearch(search, otherKey)}
          {...props}
        />
      )}
    >
      {text}
      {detail !== '' && (
        <>
          {/* The separator is needed because screen readers read the two lines as one name. */}
          <VisuallyHidden>{SEPARATOR}</VisuallyHidden>
          <span className={classes['of']}>{detail}</span>
        </>
      )}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={360}>
      <Menu.Target>
        <ActionButton label={label}>{t('compare')}</ActionButton>
      </Menu.Target>
      <Menu.Dropdown className={classes['others'] ?? ''}>
        {others.map((other) => {
          const taken = (other.needsSeconds ? formatExactDateTime : formatDateTime)(other.takenAtMs);
          const { cacheKey: otherKey, rowCount: count } = other;
          const rows = count === null ? [] : [t('rowCount', { formatted: formatInteger(count), count })];
          return item(otherKey, otherKey, [taken, ...rows].join(SEPARATOR), other.label);
        })}
        {item('file', null, t('compareFile'))}
      </Menu.Dropdown>
    </Menu>
  );
}
