import { useState } from 'react';
import * as z from 'zod';
import type { ColumnState } from '@/lib/grid/grid-model';
import { localSetting } from '@/lib/base/local-setting';

const settingsSchema = z.object({
  density: z.enum(['compact', 'normal', 'comfortable']).catch('normal'),
  wrapsText: z.boolean().catch(false),
  /** Whether key columns stay in view while other columns scroll. */
  keepsKeys: z.boolean().catch(true),
  /** Whether headers show charts of their columns, for which all rows are read. */
  hasPictures: z.boolean().catch(false),
  /** Whether Tab moves from cell to cell instead of leaving the grid. */
  tabMoves: z.boolean().catch(false),
  /** Whether keys without Ctrl or Alt, such as `?`, are shortcuts. */
  hasSingleKeys: z.boolean().catch(true),
});

/** A user's preferences for the results of all price columns. A saved view can override how its rows look. */
export type ResultsSettings = z.output<typeof settingsSchema>;

// An invalid member falls back to its default, and the other members keep their values.
const setting = localSetting('colonnade.workbench.results', settingsSchema);

function useResultsSettings(): readonly [ResultsSettings, (changes: Partial<ResultsSettings>) => void] {
  const [settings, setSettings] = useState(() => setting.read() ?? settingsSchema.parse({}));
  const change = (changes: Partial<ResultsSettings>) => {
    const next = { ...settings, ...changes };
    setSettings(next);
    setting.write(next);
  };
  return [settings, change];
}

export interface ResultsView {
  /** The settings of the rows on screen. The column state overrides the user's preferences. */
  readonly settings: ResultsSettings;
  readonly change: (changes: Partial<ResultsSettings>) => void;
}

/** Returns how rows are displayed. A change becomes the user's preference, and part of a view that is saved from the screen. */
export function useResultsView(
  columnState: ColumnState,
  onColumnStateChange: (columnState: ColumnState) => void,
): ResultsView {
  const [own, changeOwn] = useResultsSettings();
  const { density = own.density, wrapsText = own.wrapsText } = columnState;
  const settings = { ...own, density, wrapsText };
  return {
    settings,
    change(changes) {
      changeOwn(changes);
      if (changes.density === undefined && changes.wrapsText === undefined) return;
      const { density: nextDensity, wrapsText: wraps } = { ...settings, ...changes };
      onColumnStateChange({ ...columnState, density: nextDensity, wrapsText: wraps });
    },
  };
}
