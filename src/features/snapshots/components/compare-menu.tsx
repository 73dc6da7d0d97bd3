import { Menu, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { SEPARATOR } from '../model/listed-snapshots';
import { ActionButton } from './row-actions';
import classes from './snapshots-table.module.css';

/** A snapshot or a kept copy, as one side of a comparison. */
export interface ComparedSide {
  /** For a kept copy, the key that stands for it in addresses. */
  readonly cacheKey: string;
  readonly priceColumn: string;
  /** Its name, its query in words, and how it came here, as far as they are known. */
  readonly label: string;
  /** Null where unknown. */
  readonly rowCount: number | null;
  readonly takenAtMs: number;
  /** Whether only the second of its time distinguishes it from another snapshot. */
  readonly needsSeconds: boolean;
  /** The search parameters that open it in the workbench. */
  readonly search: Readonly<Record<string, string>>;
}

/** Returns the search parameters that open **Changes** of a side against that of `otherKey`; with null, the person chooses. */
export type CompareSearch = (
  search: ComparedSide['search'],
  otherKey: string | null,
) => Record<string, string>;

export interface CompareScope {
  readonly sides: readonly ComparedSide[];
  /** Null where nothing can be compared. */
  readonly compareSearch: CompareSearch | null;
}

/** All snapshots and copies that the screen lists. */
export const CompareScopeContext = createContext<CompareScope>({ sides: [], compareSearch: null });

export interface CompareMenuProps {
  readonly cacheKey: string;
  /** Names the row for screen readers. */
  readonly label: string;
}

/** Links to the comparison with each other snapshot and copy of the price column, and with a file. */
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
          {/* Separates the two lines, which screen readers read as one name. */}
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
