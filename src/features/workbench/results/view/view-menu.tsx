import { Menu } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { WRAPPED_LINES, type GridDensity } from '@/shared/grid/grid-model';
import { PointMenu, type PointMenuProps } from '@/shared/ui/point-menu';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { Shortcut } from '../menus/menu-entry';
import type { ResultsView } from './use-results-view';

const DENSITIES: readonly GridDensity[] = ['compact', 'normal', 'comfortable'];

export interface ViewMenuProps extends Pick<PointMenuProps, 'xPx' | 'yPx' | 'onClose'> {
  readonly view: ResultsView;
  readonly onKeys: () => void;
}

/** Settings for rows and the keyboard. */
export function ViewMenu(props: ViewMenuProps) {
  const { settings, change } = props.view;
  const { views } = useWorkbenchScope();
  const t = useTranslations('resultsTools');
  return (
    <PointMenu label={t('viewMenu')} xPx={props.xPx} yPx={props.yPx} hasChecks onClose={props.onClose}>
      <Menu.Label>{t('rowHeight')}</Menu.Label>
      <Menu.RadioGroup
        value={settings.density}
        onChange={(value) => {
          const density = DENSITIES.find((each) => each === value);
          if (density !== undefined) change({ density });
        }}
      >
        {DENSITIES.map((density) => (
          <Menu.RadioItem key={density} value={density}>
            {t(`density.${density}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.CheckboxItem checked={settings.wrapsText} onChange={(wrapsText) => change({ wrapsText })}>
        {t('wrapText', { count: WRAPPED_LINES })}
      </Menu.CheckboxItem>
      {/* Without the views of the rows read, no rows are read. */}
      {views.length > 1 && (
        <Menu.CheckboxItem checked={settings.hasPictures} onChange={(hasPictures) => change({ hasPictures })}>
          {t('headerPictures')}
        </Menu.CheckboxItem>
      )}
      <Menu.Divider />
      <Menu.Label>{t('keyboardLabel')}</Menu.Label>
      <Menu.CheckboxItem checked={settings.tabMoves} onChange={(tabMoves) => change({ tabMoves })}>
        {t('tabMoves')}
      </Menu.CheckboxItem>
      <Menu.Item rightSection={<Shortcut keys="?" />} onClick={props.onKeys}>
        {t('keys')}
      </Menu.Item>
    </PointMenu>
  );
}
