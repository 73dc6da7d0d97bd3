import { Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowsHorizontal,
  IconArrowsSort,
  IconTableColumn,
  IconEye,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
  IconSum,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import type { ColumnPin } from '@/shared/grid/column-window';
import type { ColumnArrangement, GridSort } from '@/shared/grid/grid-model';
import { useWorkbenchActions } from '../../use-workbench';
import { MenuEntry } from './menu-entry';
import { PointMenu, type MenuRequest } from './point-menu';
import { Shortcut } from './shortcut';

/** The end of all columns, or of those that are pinned like the one to be moved. */
export type MoveBarrier = 'leftmost' | 'rightmost' | 'pinEdge';

export interface ColumnMenuProps {
  readonly request: MenuRequest;
  readonly field: PriceField | undefined;
  readonly sort: readonly GridSort[];
  readonly isFiltered: boolean;
  readonly arrangement: ColumnArrangement;
  /** So that the last column is never hidden. */
  readonly shownCount: number;
  readonly onArrange: (arrangement: ColumnArrangement) => void;
  /** Moves the column by one place. */
  readonly onMove: (steps: -1 | 1) => void;
  /** What keeps it from moving. */
  readonly barriers: { readonly left: MoveBarrier | null; readonly right: MoveBarrier | null };
  readonly onPin: (pin: ColumnPin) => void;
  readonly onHide: () => void;
  readonly onFit: (columnId: string | null) => void;
  readonly onSelect: () => void;
  /** Selects the column and adds up all of it. */
  readonly onStatistics: () => void;
  readonly onClose: () => void;
}

/** What can be done with a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { request, field, arrangement, onArrange } = props;
  const { editAndRun } = useWorkbenchActions();
  const t = useTranslations('resultsTools.menu');
  const { columnId } = request.place;
  const direction = props.sort.find((rule) => rule.columnId === columnId)?.direction ?? null;
  const isPinned = arrangement.pinnedStart.includes(columnId) || arrangement.pinnedEnd.includes(columnId);
  return (
    <PointMenu
      label={t('columnMenu', { column: columnId })}
      xPx={request.xPx}
      yPx={request.yPx}
      onClose={props.onClose}
    >
      {(['ascending', 'descending'] as const).map((each) => (
        <MenuEntry
          key={each}
          leftSection={
            each === 'ascending' ? <IconSortAscending size={16} /> : <IconSortDescending size={16} />
          }
          whyNot={whyNotSorted(each)}
          onClick={() => editAndRun({ type: 'sort', columnId, direction: each })}
        >
          {t(each === 'ascending' ? 'sortAscending' : 'sortDescending')}
        </MenuEntry>
      ))}
      {direction !== null && (
        <MenuEntry
          leftSection={<IconArrowsSort size={16} />}
          onClick={() => editAndRun({ type: 'sort', columnId, direction: null })}
        >
          {t('sortNot')}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconFilter size={16} />}
        whyNot={field?.isFilterable === true ? null : t('whyNot.notFilterable')}
        onClick={() => editAndRun({ type: 'add-column-filter', columnId })}
      >
        {t('filterColumn')}
      </MenuEntry>
      {props.isFiltered && (
        <MenuEntry
          leftSection={<IconFilterOff size={16} />}
          onClick={() => editAndRun({ type: 'clear-column-filters', columnId })}
        >
          {t('clearFilter')}
        </MenuEntry>
      )}
      <MenuEntry leftSection={<IconSum size={16} />} onClick={props.onStatistics}>
        {t('statistics')}
      </MenuEntry>
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconArrowBarToLeft size={16} />}
        rightSection={<Shortcut keys={t('keyMoveLeft')} />}
        whyNot={whyNotMoved(props.barriers.left)}
        onClick={() => props.onMove(-1)}
      >
        {t('moveLeft')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconArrowBarToRight size={16} />}
        rightSection={<Shortcut keys={t('keyMoveRight')} />}
        whyNot={whyNotMoved(props.barriers.right)}
        onClick={() => props.onMove(1)}
      >
        {t('moveRight')}
      </MenuEntry>
      {!arrangement.pinnedStart.includes(columnId) && (
        <MenuEntry leftSection={<IconLayoutSidebar size={16} />} onClick={() => props.onPin('start')}>
          {t('pinLeft')}
        </MenuEntry>
      )}
      {!arrangement.pinnedEnd.includes(columnId) && (
        <MenuEntry leftSection={<IconLayoutSidebarRight size={16} />} onClick={() => props.onPin('end')}>
          {t('pinRight')}
        </MenuEntry>
      )}
      {isPinned && (
        <MenuEntry leftSection={<IconPinnedOff size={16} />} onClick={() => props.onPin(null)}>
          {t('unpin')}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconEyeOff size={16} />}
        whyNot={props.shownCount < 2 ? t('whyNot.lastShown') : null}
        onClick={props.onHide}
      >
        {t('hide')}
      </MenuEntry>
      {arrangement.hidden.length > 0 && (
        <MenuEntry
          leftSection={<IconEye size={16} />}
          onClick={() => onArrange({ ...arrangement, hidden: [] })}
        >
          {t('showHidden', { count: arrangement.hidden.length })}
        </MenuEntry>
      )}
      <Menu.Divider />
      <MenuEntry leftSection={<IconArrowAutofitWidth size={16} />} onClick={() => props.onFit(columnId)}>
        {t('fit')}
      </MenuEntry>
      <MenuEntry leftSection={<IconArrowsHorizontal size={16} />} onClick={() => props.onFit(null)}>
        {t('fitAll')}
      </MenuEntry>
      <MenuEntry leftSection={<IconTableColumn size={16} />} onClick={props.onSelect}>
        {t('selectColumn')}
      </MenuEntry>
    </PointMenu>
  );

  function whyNotSorted(wanted: GridSort['direction']): string | null {
    if (field?.isSortable !== true) return t('whyNot.notSortable');
    return direction === wanted ? t('whyNot.sortedSoAlready') : null;
  }

  function whyNotMoved(barrier: MoveBarrier | null): string | null {
    return barrier === null ? null : t(`whyNot.${barrier}`);
  }
}
