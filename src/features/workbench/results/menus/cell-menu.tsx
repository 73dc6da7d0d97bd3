import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconEye,
  IconFilter,
  IconFilterOff,
  IconListDetails,
  IconTableColumn,
  IconTableRow,
  IconTableShortcut,
  IconTag,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { itemFieldOf } from '@/rows/price-rows/column-roles';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { MenuEntry, Shortcut } from '@/ui/components/menu-entry';
import { PointMenu } from '@/ui/components/point-menu';
import { cellComparisons, type CellComparison } from '../../model/cell-filter';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readableRows, rowRangesOf, UNSAID } from '../../conditions/propose-for-rows';
import { ProposeForRowsEntry } from '../../conditions/propose-for-rows-entry';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import type { ResultsCommand } from '../results-command';
import type { MenuRequest } from './menu-request';

export interface CellMenuProps {
  readonly request: MenuRequest;
  readonly opened: OpenSnapshot;
  readonly selected: SelectedCells | null;
  readonly columns: ResultColumns;
  readonly onCommand: (command: ResultsCommand) => void;
  readonly onClose: () => void;
}

/** The menu with the actions for a cell, or for the selection that contains the cell. */
export function CellMenu({ request, opened, selected, columns, onCommand, onClose }: CellMenuProps) {
  const { rows } = opened;
  const { editAndRun } = useWorkbenchActions();
  const t = useTranslations('resultsTools.menu');
  const { position } = request;
  const { rowIndex, columnId } = position;
  const row = useSyncExternalStore(rows.subscribe, () => rows.getRow(rowIndex));
  const field = columns.fieldOf(columnId);
  const value = row === null ? undefined : columns.valueOf(row, columnId);
  const { priceColumn, views } = useWorkbenchScope();
  const itemField = useMemo(() => itemFieldOf(priceColumn.fields), [priceColumn]);
  const item = columnId === itemField?.name && typeof value === 'string' && value !== '' ? value : null;
  const comparisons = field === undefined ? [] : cellComparisons(field, value);
  return (
    <PointMenu label={t('cellMenu')} xPx={request.xPx} yPx={request.yPx} onClose={onClose}>
      <MenuEntry
        leftSection={<IconCopy size={16} />}
        rightSection={<Shortcut keys={t('keyCopy')} />}
        onClick={() => onCommand({ type: 'copy', options: { hasHeaders: false } })}
      >
        {t('copy')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconTableShortcut size={16} />}
        rightSection={<Shortcut keys={t('keyCopyHeaders')} />}
        onClick={() => onCommand({ type: 'copy', options: { hasHeaders: true } })}
      >
        {t('copyHeaders')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconEye size={16} />}
        onClick={() => onCommand({ type: 'copy', options: { hasHeaders: false, isAsShown: true } })}
      >
        {t('copyShown')}
      </MenuEntry>
      <Menu.Divider />
      {comparisons.length === 0 && (
        <MenuEntry
          leftSection={<ComparisonIcon comparison="this" />}
          whyNot={t(`whyNot.${filterObstacle()}`)}
          onClick={onClose}
        >
          {t('filterBy.this')}
        </MenuEntry>
      )}
      {comparisons.map((comparison) => (
        <MenuEntry
          key={comparison}
          leftSection={<ComparisonIcon comparison={comparison} />}
          onClick={() => editAndRun({ type: 'filter-by-cell', columnId, value, comparison })}
        >
          {t(`filterBy.${comparison}`)}
        </MenuEntry>
      ))}
      {views.includes('proposal') && <ProposeEntry opened={opened} selected={selected} onClose={onClose} />}
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconListDetails size={16} />}
        rightSection={<Shortcut keys="F2" />}
        whyNot={row !== null ? null : t('whyNot.rowMissing')}
        onClick={() => onCommand({ type: 'show-record', position })}
      >
        {t('showRecord')}
      </MenuEntry>
      {item !== null && (
        <Menu.Item
          leftSection={<IconTag size={16} />}
          renderRoot={(props: object) => <Link {...props} to="/items/$item" params={{ item }} />}
        >
          {t('everythingAbout', { item })}
        </Menu.Item>
      )}
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconTableRow size={16} />}
        rightSection={<Shortcut keys={t('keySelectRow')} />}
        onClick={() => onCommand({ type: 'select-row', rowIndex })}
      >
        {t('selectRow')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconTableColumn size={16} />}
        rightSection={<Shortcut keys={t('keySelectColumn')} />}
        onClick={() => onCommand({ type: 'select-column', columnId })}
      >
        {t('selectColumn')}
      </MenuEntry>
    </PointMenu>
  );

  function filterObstacle() {
    if (row === null) return 'rowMissing';
    return value === undefined ? 'valueMissing' : 'notFilterable';
  }
}

/** The entry **Propose for these rows**, which starts a price proposal for the selected rows, found by their keys. */
function ProposeEntry({ opened, selected, onClose }: Pick<CellMenuProps, 'opened' | 'selected' | 'onClose'>) {
  const ranges = rowRangesOf(selected?.areas ?? []);
  const rows = readableRows(opened, ranges, opened.columns, (row) => row);
  return <ProposeForRowsEntry rows={{ said: UNSAID, rows }} onStarted={onClose} />;
}

function ComparisonIcon({ comparison }: { readonly comparison: CellComparison }) {
  return comparison === 'not-this' ? <IconFilterOff size={16} /> : <IconFilter size={16} />;
}
