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
  IconMathFunction,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
  IconSum,
  IconViewportNarrow,
  IconViewportWide,
  IconTableShare,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ColumnPin } from '@/lib/grid/column-layout';
import type { ColumnState, GridSort } from '@/lib/grid/grid-model';
import { useColumnModel } from '@/lib/grid/use-column-model';
import { useAnnounce } from '@/ui/components/announcer';
import { MenuEntry, Shortcut } from '@/ui/components/menu-entry';
import { PointMenu } from '@/ui/components/point-menu';
import { filteredColumns } from '../../model/draft-query';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import type { ResultsCommand } from '../results-command';
import type { MenuRequest } from './menu-request';

const PINNED = { start: 'pinnedLeft', end: 'pinnedRight', none: 'unpinned' } as const;

export interface ColumnMenuProps {
  readonly request: MenuRequest;
  readonly columns: ResultColumns;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly onCommand: (command: ResultsCommand) => void;
  readonly onClose: () => void;
}

/** The menu with the actions for a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { request, columns, columnState, onColumnStateChange, onCommand, onClose } = props;
  const { appliedWhole, readsRows } = useWorkbenchScope();
  const { editAndRun, filterColumn, addComputed, startAdding } = useWorkbenchActions();
  const tRefine = useTranslations('refine');
  const tAdded = useTranslations('added');
  const t = useTranslations('resultsTools.menu');
  const announce = useAnnounce();
  const { columnId } = request.position;
  const field = columns.fieldOf(columnId);
  const direction = appliedWhole?.sort.find((rule) => rule.field === columnId)?.direction ?? null;
  const isFiltered = appliedWhole !== null && filteredColumns(appliedWhole).has(columnId);
  const isPinned = columnState.pinnedStart.includes(columnId) || columnState.pinnedEnd.includes(columnId);
  const columnModel = useColumnModel(columns.columns, columnState, onColumnStateChange);
  const { visibleColumns } = columnModel;
  const visualIndex = visibleColumns.findIndex((column) => column.columnId === columnId);
  return (
    <PointMenu
      label={t('columnMenu', { column: columnId })}
      xPx={request.xPx}
      yPx={request.yPx}
      onClose={onClose}
    >
      {(['ascending', 'descending'] as const).map((each) => (
        <MenuEntry
          key={each}
          leftSection={
            each === 'ascending' ? <IconSortAscending size={16} /> : <IconSortDescending size={16} />
          }
          whyNot={sortObstacle(each)}
          onClick={() => sort(each)}
        >
          {t(each === 'ascending' ? 'sortAscending' : 'sortDescending')}
        </MenuEntry>
      ))}
      {direction !== null && (
        <MenuEntry leftSection={<IconArrowsSort size={16} />} onClick={() => sort(null)}>
          {t('sortNot')}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconFilter size={16} />}
        whyNot={field?.isFilterable === true || readsRows ? null : t('whyNot.notFilterable')}
        onClick={() => filterColumn(columnId)}
      >
        {t('filterColumn')}
      </MenuEntry>
      {readsRows && (
        <>
          <MenuEntry
            leftSection={<IconMathFunction size={16} />}
            onClick={() => addComputed(tRefine('kinds.formula.name'))}
          >
            {tRefine('addComputed')}
          </MenuEntry>
          <MenuEntry leftSection={<IconTableShare size={16} />} onClick={startAdding}>
            {tAdded('addColumns')}
          </MenuEntry>
        </>
      )}
      {isFiltered && (
        <MenuEntry
          leftSection={<IconFilterOff size={16} />}
          onClick={() => editAndRun({ type: 'clear-column-filters', columnId })}
        >
          {t('clearFilter')}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconSum size={16} />}
        onClick={() => onCommand({ type: 'show-statistics', columnId })}
      >
        {t('statistics')}
      </MenuEntry>
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconArrowBarToLeft size={16} />}
        rightSection={<Shortcut keys={t('keyMoveLeft')} />}
        whyNot={moveObstacle(-1)}
        onClick={() => onCommand({ type: 'move-column', columnId, steps: -1 })}
      >
        {t('moveLeft')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconArrowBarToRight size={16} />}
        rightSection={<Shortcut keys={t('keyMoveRight')} />}
        whyNot={moveObstacle(1)}
        onClick={() => onCommand({ type: 'move-column', columnId, steps: 1 })}
      >
        {t('moveRight')}
      </MenuEntry>
      {!columnState.pinnedStart.includes(columnId) && (
        <MenuEntry leftSection={<IconLayoutSidebar size={16} />} onClick={() => pin('start')}>
          {t('pinLeft')}
        </MenuEntry>
      )}
      {!columnState.pinnedEnd.includes(columnId) && (
        <MenuEntry leftSection={<IconLayoutSidebarRight size={16} />} onClick={() => pin('end')}>
          {t('pinRight')}
        </MenuEntry>
      )}
      {isPinned && (
        <MenuEntry leftSection={<IconPinnedOff size={16} />} onClick={() => pin(null)}>
          {t('unpin')}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconEyeOff size={16} />}
        whyNot={visibleColumns.length < 2 ? t('whyNot.lastShown') : null}
        onClick={() => {
          columnModel.hide(columnId);
          announce(t('hidden', { column: columnId }));
        }}
      >
        {t('hide')}
      </MenuEntry>
      {columnState.hidden.length > 0 && (
        <MenuEntry
          leftSection={<IconEye size={16} />}
          onClick={() => onColumnStateChange({ ...columnState, hidden: [] })}
        >
          {t('showHidden', { count: columnState.hidden.length })}
        </MenuEntry>
      )}
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconArrowAutofitWidth size={16} />}
        onClick={() => onCommand({ type: 'fit-column', columnId })}
      >
        {t('fit')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconArrowsHorizontal size={16} />}
        onClick={() => onCommand({ type: 'fit-all-columns' })}
      >
        {t('fitAll')}
      </MenuEntry>
      {([1, -1] as const).map((steps) => (
        <MenuEntry
          key={steps}
          leftSection={steps === 1 ? <IconViewportWide size={16} /> : <IconViewportNarrow size={16} />}
          rightSection={<Shortcut keys={t(steps === 1 ? 'keyWider' : 'keyNarrower')} />}
          // The menu stays open, so that the user can take several steps.
          closeMenuOnClick={false}
          onClick={() => onCommand({ type: 'widen-column', columnId, steps })}
        >
          {t(steps === 1 ? 'wider' : 'narrower')}
        </MenuEntry>
      ))}
      <MenuEntry
        leftSection={<IconTableColumn size={16} />}
        onClick={() => onCommand({ type: 'select-column', columnId })}
      >
        {t('selectColumn')}
      </MenuEntry>
    </PointMenu>
  );

  function pin(side: ColumnPin): void {
    columnModel.pin(columnId, side);
    announce(t(PINNED[side ?? 'none'], { column: columnId }));
    if (side !== null) onCommand({ type: 'report-pins-without-room' });
  }

  function sort(wanted: GridSort['direction'] | null): void {
    editAndRun({ type: 'sort', columnId, direction: wanted });
  }

  function sortObstacle(wanted: GridSort['direction']): string | null {
    if (field?.isSortable !== true) return t('whyNot.notSortable');
    return direction === wanted ? t('whyNot.sortedSoAlready') : null;
  }

  /** Returns why a column cannot move in a direction; null if it can. It stays among the columns with the same pinning. */
  function moveObstacle(steps: -1 | 1): string | null {
    const neighbour = visibleColumns[visualIndex + steps];
    if (neighbour === undefined) return t(steps === -1 ? 'whyNot.leftmost' : 'whyNot.rightmost');
    return neighbour.pin === visibleColumns[visualIndex]?.pin ? null : t('whyNot.pinEdge');
  }
}
