import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import * as z from 'zod';
import { localSetting } from '@/lib/base/local-setting';

export const MIN_PANEL_WIDTH_PX = 280;
export const MAX_PANEL_WIDTH_PX = 640;
export const DEFAULT_PANEL_WIDTH_PX = 360;

const panelSchema = z.object({
  widthPx: z.number().transform(clampedPanelWidth),
  isCollapsed: z.boolean(),
});
type PanelState = z.output<typeof panelSchema>;

/** The stored width of the query panel, and whether it is collapsed. It is stored in this browser. */
const panelSetting = localSetting('colonnade.workbench.query-panel', panelSchema);

/** The media query for windows that are too narrow for a panel beside the results. The stylesheets repeat this width. */
const SHEET_BELOW = '(width < 900px)';

/** The query panel, which stands beside the results. In small windows it is a sheet over the results. */
export interface QueryPanel {
  readonly isShown: boolean;
  readonly isSheet: boolean;
  readonly widthPx: number;
  readonly show: () => void;
  readonly hide: () => void;
  /** Sets the width of the panel, and stores it if it is final. */
  readonly resize: (widthPx: number, how: { readonly isFinal: boolean }) => void;
}

/** Holds the state of the query panel. A sheet is closed at first, whatever state is stored for the panel. */
export function useQueryPanel(): QueryPanel {
  const isSheet = useMediaQuery(SHEET_BELOW, false, { getInitialValueInEffect: false });
  const [panel, setPanel] = useState<PanelState>(
    () => panelSetting.read() ?? { widthPx: DEFAULT_PANEL_WIDTH_PX, isCollapsed: false },
  );
  const [isSheetOpen, setSheetOpen] = useState(false);
  const change = (next: PanelState) => {
    setPanel(next);
    panelSetting.write(next);
  };
  const setShown = (isShown: boolean) => {
    if (isSheet) setSheetOpen(isShown);
    else if (panel.isCollapsed === isShown) change({ ...panel, isCollapsed: !isShown });
  };
  return {
    isShown: isSheet ? isSheetOpen : !panel.isCollapsed,
    isSheet,
    widthPx: panel.widthPx,
    show: () => setShown(true),
    hide: () => setShown(false),
    resize: (widthPx, { isFinal }) => {
      const next = { ...panel, widthPx: clampedPanelWidth(widthPx) };
      if (isFinal) change(next);
      else setPanel(next);
    },
  };
}

function clampedPanelWidth(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_PANEL_WIDTH_PX), MAX_PANEL_WIDTH_PX));
}
