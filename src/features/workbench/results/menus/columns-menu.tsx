import { Menu } from '@mantine/core';
import { IconArrowsHorizontal, IconColumnsOff, IconEye, IconPinnedOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ColumnState } from '@/shared/grid/grid-model';
import { PointMenu, type PointMenuProps } from '@/shared/ui/point-menu';
import type { ResultsCommand } from '../results-command';
import type { ResultsView } from '../view/use-results-view';
import { MenuEntry } from './menu-entry';

export interface ColumnsMenuProps extends Pick<PointMenuProps, 'xPx' | 'yPx' | 'onClose'> {
  readonly view: ResultsView;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly onCommand: (command: ResultsCommand) => void;
}

/** More hidden columns than this are only shown together. */
const LISTED_COLUMNS = 12;

/** The actions for all columns: shows hidden ones, releases pinned ones, keeps keys in view, fits and resets widths. */
export function ColumnsMenu({ view, columnState, onColumnStateChange, ...props }: ColumnsMenuProps) {
  const t = useTranslations('resultsTools');
  const tMenu = useTranslations('resultsTools.menu');
  const { hidden, pinnedStart, pinnedEnd, widthsPx } = columnState;
  const hasPins = pinnedStart.length + pinnedEnd.length > 0;
  const hasColumnState = hasPins || hidden.length > 0 || Object.keys(widthsPx).length > 0;
  const change = (changes: Partial<ColumnState>) => onColumnStateChange({ ...columnState, ...changes });
  return (
    <PointMenu label={t('columnsMenu')} xPx={props.xPx} yPx={props.yPx} hasChecks onClose={props.onClose}>
      {hidden.length <= LISTED_COLUMNS &&
        hidden.map((columnId) => (
          <MenuEntry
            key={columnId}
            leftSection={<IconEye size={16} />}
            onClick={() => change({ hidden: hidden.filter((id) => id !== columnId) })}
          >
            {t('showColumn', { column: columnId })}
          </MenuEntry>
        ))}
      {hidden.length !== 1 && (
        <MenuEntry
          leftSection={<IconEye size={16} />}
          whyNot={hidden.length === 0 ? t('noneHidden') : null}
          onClick={() => change({ hidden: [] })}
        >
          {hidden.length === 0 ? t('showHiddenColumns') : tMenu('showHidden', { count: hidden.length })}
        </MenuEntry>
      )}
      <MenuEntry
        leftSection={<IconPinnedOff size={16} />}
        whyNot={hasPins ? null : t('nonePinned')}
        onClick={() => change({ pinnedStart: [], pinnedEnd: [] })}
      >
        {t('unpinAll')}
      </MenuEntry>
      <Menu.CheckboxItem
        checked={view.settings.keepsKeys}
        onChange={(keepsKeys) => view.change({ keepsKeys })}
      >
        {t('keepsKeys')}
      </Menu.CheckboxItem>
      <Menu.Divider />
      <MenuEntry
        leftSection={<IconArrowsHorizontal size={16} />}
        onClick={() => props.onCommand({ type: 'fit-all-columns' })}
      >
        {tMenu('fitAll')}
      </MenuEntry>
      <MenuEntry
        leftSection={<IconColumnsOff size={16} />}
        whyNot={hasColumnState ? null : t('nothingToReset')}
        onClick={() => change({ pinnedStart: [], pinnedEnd: [], hidden: [], widthsPx: {} })}
      >
        {t('resetColumns')}
      </MenuEntry>
    </PointMenu>
  );
}
