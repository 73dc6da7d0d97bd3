import * as z from 'zod';

export const MIN_PANEL_WIDTH_PX = 280;
export const MAX_PANEL_WIDTH_PX = 640;

const panelSchema = z.object({
  widthPx: z.number().transform(clampedPanelWidth),
  isCollapsed: z.boolean(),
});
export type PanelState = z.output<typeof panelSchema>;

export const DEFAULT_PANEL: PanelState = { widthPx: 360, isCollapsed: false };

const STORAGE_KEY = 'colonnade.workbench.query-panel';

/** How the query panel was left in this browser; the default where nothing readable is stored. */
export function loadPanel(): PanelState {
  try {
    return panelSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return DEFAULT_PANEL;
  }
}

/** Where storing fails, the panel is as left as long as the page lasts. */
export function savePanel(panel: PanelState): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(panel));
  } catch {
    // See above.
  }
}

export function clampedPanelWidth(widthPx: number): number {
  return Math.round(Math.min(Math.max(widthPx, MIN_PANEL_WIDTH_PX), MAX_PANEL_WIDTH_PX));
}
