import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import {
  clampedPanelWidth,
  DEFAULT_PANEL,
  MAX_PANEL_WIDTH_PX,
  MIN_PANEL_WIDTH_PX,
  panelSetting,
  type PanelState,
} from './panel-storage';
import { useFocusSoon } from './use-focus-soon';
import classes from './workbench-layout.module.css';

export interface QueryPanelActions {
  /** Folds the query away; focus goes to what brings it back. */
  readonly collapse: () => void;
  readonly expand: () => void;
}

export interface WorkbenchLayoutProps {
  /** The query builder. */
  readonly query: (panel: QueryPanelActions) => ReactNode;
  readonly children: ReactNode;
}

const STEP_PX = 16;

/** The query at the left, as wide as the person likes, and all the rest for the results. */
export function WorkbenchLayout({ query, children }: WorkbenchLayoutProps) {
  const t = useTranslations('workbench');
  const [panel, setPanel] = useState<PanelState>(() => panelSetting.read() ?? DEFAULT_PANEL);
  const [isDragging, setDragging] = useState(false);
  const dragStart = useRef<{ readonly x: number; readonly widthPx: number } | null>(null);
  const focusSoon = useFocusSoon();
  const expandId = useId();
  const panelId = useId();

  const expand = () => {
    if (panel.isCollapsed) change({ ...panel, isCollapsed: false });
  };
  const change = (next: PanelState) => {
    setPanel(next);
    panelSetting.write(next);
  };
  const resize = (widthPx: number) => {
    change({ ...panel, widthPx: clampedPanelWidth(widthPx) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const widths: Record<string, number> = {
      ArrowLeft: panel.widthPx - STEP_PX,
      ArrowRight: panel.widthPx + STEP_PX,
      Home: MIN_PANEL_WIDTH_PX,
      End: MAX_PANEL_WIDTH_PX,
      Enter: DEFAULT_PANEL.widthPx,
    };
    const widthPx = widths[event.key];
    if (widthPx === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    resize(widthPx);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, widthPx: panel.widthPx };
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = dragStart.current;
    if (start === null) return;
    setPanel({ ...panel, widthPx: clampedPanelWidth(start.widthPx + event.clientX - start.x) });
  };
  const onPointerEnd = () => {
    if (dragStart.current === null) return;
    dragStart.current = null;
    setDragging(false);
    panelSetting.write(panel);
  };

  return (
    <div className={classes['layout']} data-dragging={isDragging}>
      {panel.isCollapsed && (
        <div className={classes['rail']}>
          <Tooltip label={t('query.expand')} position="right">
            <ActionIcon
              id={expandId}
              variant="subtle"
              color="gray"
              size={26}
              aria-label={t('query.expand')}
              aria-expanded={false}
              aria-controls={panelId}
              onClick={expand}
            >
              <IconLayoutSidebarLeftExpand size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <div
        id={panelId}
        className={classes['panel']}
        // Kept in place, so that the draft, its scroll position and Ctrl+Enter go on.
        hidden={panel.isCollapsed}
        style={{ width: panel.widthPx }}
      >
        {query({
          collapse: () => {
            change({ ...panel, isCollapsed: true });
            focusSoon(expandId);
          },
          expand,
        })}
      </div>
      {!panel.isCollapsed && (
        // A separator that takes focus is a widget: it has a value, and keys that change it.
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={t('query.resize')}
          aria-controls={panelId}
          aria-valuenow={panel.widthPx}
          aria-valuemin={MIN_PANEL_WIDTH_PX}
          aria-valuemax={MAX_PANEL_WIDTH_PX}
          tabIndex={0}
          className={classes['separator']}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
          onDoubleClick={() => {
            resize(DEFAULT_PANEL.widthPx);
          }}
        />
      )}
      <div className={classes['results']}>{children}</div>
    </div>
  );
}
