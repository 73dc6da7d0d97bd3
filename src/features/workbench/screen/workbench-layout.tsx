import { useFocusTrap } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { Menu } from '@mantine/core';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PanelSeparator } from '@/ui/components/panel-separator';
import { PointMenu } from '@/ui/components/point-menu';
import { SHOW_PANEL_ID } from '../query/element-ids';
import { useQueryPanelState, useQueryView } from '../query/query-context';
import { DEFAULT_PANEL_WIDTH_PX, MAX_PANEL_WIDTH_PX, MIN_PANEL_WIDTH_PX } from '../query/use-query-panel';
import classes from './workbench-layout.module.css';

export interface WorkbenchLayoutProps {
  readonly query: ReactNode;
  readonly children: ReactNode;
}

/** The query panel to the left of the results, with an adjustable width, or a sheet over the results in small windows. */
export function WorkbenchLayout({ query, children }: WorkbenchLayoutProps) {
  const t = useTranslations('workbench');
  const panel = useQueryPanelState();
  const { focusSoon } = useQueryView();
  const panelId = useId();
  const isOpenSheet = panel.isSheet && panel.isShown;
  const trapRef = useFocusTrap(isOpenSheet);
  const close = () => {
    panel.hide();
    focusSoon(SHOW_PANEL_ID);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    // Escape closes an open list or menu of the sheet first.
    const isOfList = target instanceof HTMLElement && target.dataset['mantineStopPropagation'] === 'true';
    if (!isOpenSheet || event.key !== 'Escape' || event.defaultPrevented || isOfList) return;
    event.preventDefault();
    close();
  };
  return (
    <div className={classes['layout']}>
      {isOpenSheet && <div className={classes['backdrop']} aria-hidden="true" onClick={close} />}
      {/* The panel only handles key events that bubble from its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        id={panelId}
        ref={trapRef}
        className={classes['panel']}
        // The panel stays mounted, so that its scroll position survives.
        hidden={!panel.isShown}
        {...(panel.isSheet
          ? {
              role: 'dialog',
              'aria-modal': true,
              'aria-label': t('query.region'),
              'data-query': '',
              'data-sheet': '',
            }
          : { style: { width: panel.widthPx } })}
        onKeyDown={onKeyDown}
      >
        {query}
      </div>
      {panel.isShown && !panel.isSheet && <Separator panelId={panelId} onCollapse={close} />}
      <div className={classes['results']}>{children}</div>
    </div>
  );
}

const WIDE_PX = 560;

/** The edge of the panel. It can be dragged or moved with arrow keys, and a press opens a menu of widths. */
function Separator({ panelId, onCollapse }: { readonly panelId: string; readonly onCollapse: () => void }) {
  const t = useTranslations('workbench');
  const tLine = useTranslations('queryLine');
  const { widthPx, resize } = useQueryPanelState();
  const [menuAt, setMenuAt] = useState<{ readonly xPx: number; readonly yPx: number } | null>(null);
  const separatorRef = useRef<HTMLDivElement>(null);
  const width = (key: 'narrow' | 'normal' | 'wide', px: number) => (
    <Menu.Item disabled={px === widthPx} onClick={() => resize(px, { isFinal: true })}>
      {tLine(`width.${key}`)}
    </Menu.Item>
  );
  return (
    <>
      <PanelSeparator
        ref={separatorRef}
        label={t('query.resize')}
        title={tLine('width.hint')}
        panelId={panelId}
        panelSide="left"
        widthPx={widthPx}
        minPx={MIN_PANEL_WIDTH_PX}
        maxPx={MAX_PANEL_WIDTH_PX}
        defaultPx={DEFAULT_PANEL_WIDTH_PX}
        onResize={resize}
        onMenu={setMenuAt}
      />
      {menuAt !== null && (
        <PointMenu
          label={tLine('width.menu')}
          {...menuAt}
          onClose={() => {
            setMenuAt(null);
            separatorRef.current?.focus();
          }}
        >
          {width('narrow', MIN_PANEL_WIDTH_PX)}
          {width('normal', DEFAULT_PANEL_WIDTH_PX)}
          {width('wide', WIDE_PX)}
          <Menu.Item leftSection={<IconLayoutSidebarLeftCollapse size={14} />} onClick={onCollapse}>
            {t('query.collapse')}
          </Menu.Item>
        </PointMenu>
      )}
    </>
  );
}
