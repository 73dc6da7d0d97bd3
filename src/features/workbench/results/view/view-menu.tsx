import { Menu } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { WRAPPED_LINES, type ColumnArrangement, type GridDensity } from '@/shared/grid/grid-model';
import { Shortcut } from '../menus/shortcut';
import { PointMenu, type PointMenuProps } from '../menus/point-menu';
import type { ResultsSettings } from './results-settings';

const DENSITIES: readonly GridDensity[] = ['compact', 'normal', 'comfortable'];

export interface ViewMenuProps extends Pick<PointMenuProps, 'xPx' | 'yPx' | 'onClose'> {
  /** As the rows are now. */
  readonly settings: ResultsSettings;
  readonly arrangement: ColumnArrangement;
  readonly onChange: (changes: Partial<ResultsSettings>) => void;
  readonly onArrange: (arrangement: ColumnArrangement) => void;
  readonly onKeys: () => void;
}

/** How rows and columns are shown, and what the keyboard does among them. */
export function ViewMenu(props: ViewMenuProps) {
  const { settings, arrangement, onChange, onArrange } = props;
  const t = useTranslations('resultsTools');
  const tMenu = useTranslations('resultsTools.menu');
  const { pinnedStart, pinnedEnd, hidden, widthsPx } = arrangement;
  const hasPins = pinnedStart.length + pinnedEnd.length > 0;
  const isArranged = hasPins || hidden.length > 0 || Object.keys(widthsPx).length > 0;
  return (
    <PointMenu label={t('viewMenu')} xPx={props.xPx} yPx={props.yPx} hasChecks onClose={props.onClose}>
      <Menu.Label>{t('rowHeight')}</Menu.Label>
      <Menu.RadioGroup
        value={settings.density}
        onChange={(value) => {
          const density = DENSITIES.find((each) => each === value);
          if (density !== undefined) onChange({ density });
        }}
      >
        {DENSITIES.map((density) => (
          <Menu.RadioItem key={density} value={density}>
            {t(`density.${density}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.CheckboxItem checked={settings.wrapsText} onChange={(wrapsText) => onChange({ wrapsText })}>
        {t('wrapText', { count: WRAPPED_LINES })}
      </Menu.CheckboxItem>
      {isArranged && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('columnsLabel')}</Menu.Label>
        </>
      )}
      {hidden.length > 0 && (
        <Menu.Item onClick={() => onArrange({ ...arrangement, hidden: [] })}>
          {tMenu('showHidden', { count: hidden.length })}
        </Menu.Item>
      )}
      {hasPins && (
        <Menu.Item onClick={() => onArrange({ ...arrangement, pinnedStart: [], pinnedEnd: [] })}>
          {t('unpinAll')}
        </Menu.Item>
      )}
      {isArranged && (
        <Menu.Item
          onClick={() =>
            onArrange({ ...arrangement, pinnedStart: [], pinnedEnd: [], hidden: [], widthsPx: {} })
          }
        >
          {t('resetColumns')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{t('keyboardLabel')}</Menu.Label>
      <Menu.CheckboxItem checked={settings.tabMoves} onChange={(tabMoves) => onChange({ tabMoves })}>
        {t('tabMoves')}
      </Menu.CheckboxItem>
      <Menu.Item rightSection={<Shortcut keys="?" />} onClick={props.onKeys}>
        {t('keys')}
      </Menu.Item>
    </PointMenu>
  );
}
