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
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconPinnedOff,
  IconSortAscending,
  IconSortDescending,
  IconSum,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { withPin } from '@/shared/grid/arrangement';
import type { ColumnArrangement, GridSort } from '@/shared/grid/grid-model';
import type { MenuRequest, QueryActions } from './grid-actions';
import { PointMenu } from './point-menu';
import { Shortcut } from './shortcut';

export interface ColumnMenuProps {
  readonly request: MenuRequest;
  readonly field: PriceField | undefined;
  readonly sort: readonly GridSort[];
  readonly arrangement: ColumnArrangement;
  /** So that the last column is never hidden. */
  readonly shownCount: number;
  readonly actions: QueryActions;
  readonly onArrange: (arrangement: ColumnArrangement) => void;
  /** Moves the column by one place. */
  readonly onMove: (steps: -1 | 1) => void;
  /** Among those pinned like it: null where there is none further. */
  readonly neighbours: { readonly left: string | null; readonly right: string | null };
  readonly onFit: (columnId: string | null) => void;
  readonly onSelect: () => void;
  /** Selects the column and adds up all of it. */
  readonly onStatistics: () => void;
  readonly onClose: () => void;
}

/** What can be done with a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { request, field, arrangement, actions, onArrange } = props;
  const t = useTranslations('grid');
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
      {field?.isSortable === true && (
        <>
          <Menu.Item
            leftSection={<IconSortAscending size={16} />}
            disabled={direction === 'ascending'}
            onClick={() => actions.sortBy(columnId, 'ascending')}
          >
            {t('sortAscending')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSortDescending size={16} />}
            disabled={direction === 'descending'}
            onClick={() => actions.sortBy(columnId, 'descending')}
          >
            {t('sortDescending')}
          </Menu.Item>
          {direction !== null && (
            <Menu.Item
              leftSection={<IconArrowsSort size={16} />}
              onClick={() => actions.sortBy(columnId, null)}
            >
              {t('sortNot')}
            </Menu.Item>
          )}
        </>
      )}
      {field?.isFilterable === true && (
        <Menu.Item leftSection={<IconFilter size={16} />} onClick={() => actions.addFilter(columnId)}>
          {t('filterColumn')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconSum size={16} />} onClick={props.onStatistics}>
        {t('statistics')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowBarToLeft size={16} />}
        rightSection={<Shortcut keys={t('keyMoveLeft')} />}
        disabled={props.neighbours.left === null}
        onClick={() => props.onMove(-1)}
      >
        {t('moveLeft')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToRight size={16} />}
        rightSection={<Shortcut keys={t('keyMoveRight')} />}
        disabled={props.neighbours.right === null}
        onClick={() => props.onMove(1)}
      >
        {t('moveRight')}
      </Menu.Item>
      {!arrangement.pinnedStart.includes(columnId) && (
        <Menu.Item
          leftSection={<IconLayoutSidebar size={16} />}
          onClick={() => onArrange(withPin(arrangement, columnId, 'start'))}
        >
          {t('pinLeft')}
        </Menu.Item>
      )}
      {!arrangement.pinnedEnd.includes(columnId) && (
        <Menu.Item
          leftSection={<IconLayoutSidebarRight size={16} />}
          onClick={() => onArrange(withPin(arrangement, columnId, 'end'))}
        >
          {t('pinRight')}
        </Menu.Item>
      )}
      {isPinned && (
        <Menu.Item
          leftSection={<IconPinnedOff size={16} />}
          onClick={() => onArrange(withPin(arrangement, columnId, null))}
        >
          {t('unpin')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconEyeOff size={16} />}
        disabled={props.shownCount < 2}
        onClick={() => onArrange({ ...arrangement, hidden: [...arrangement.hidden, columnId] })}
      >
        {t('hide')}
      </Menu.Item>
      {arrangement.hidden.length > 0 && (
        <Menu.Item
          leftSection={<IconEye size={16} />}
          onClick={() => onArrange({ ...arrangement, hidden: [] })}
        >
          {t('showHidden', { count: arrangement.hidden.length })}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowAutofitWidth size={16} />} onClick={() => props.onFit(columnId)}>
        {t('fit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowsHorizontal size={16} />} onClick={() => props.onFit(null)}>
        {t('fitAll')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTableColumn size={16} />} onClick={props.onSelect}>
        {t('selectColumn')}
      </Menu.Item>
    </PointMenu>
  );
}
