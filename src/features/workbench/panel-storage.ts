import * as z from 'zod';
import { localSetting } from '@/shared/storage/local-setting';

export const MIN_PANEL_WIDTH_PX = 280;
export const MAX_PANEL_WIDTH_PX = 640;

const panelSchema = z.object({
  widthPx: z.number().transform(clampedPanelWidth),
  isCollapsed: z.boolean(),
});
export type PanelState = z.output<typeof panelSchema>;

export const DEFAULT_PANEL: PanelState = { widthPx: 360, isCollapsed: false };

/** How the query panel was left in this browser. */
export const panelSetting = localSetting('colonnade.workbench.query-panel', panelSchema);

export function clampedPanelWidth(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_PANEL_WIDTH_PX), MAX_PANEL_WIDTH_PX));
}
