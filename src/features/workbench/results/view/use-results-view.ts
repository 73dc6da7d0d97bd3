import { useState } from 'react';
import * as z from 'zod';
import type { ColumnState } from '@/lib/grid/grid-model';
import { localSetting } from '@/lib/base/local-setting';

const settingsSchema = z.object({
  density: z.enum(['compact', 'normal', 'comfortable']).catch('normal'),
  wrapsText: z.boolean().catch(false),
  /** Key columns stay in view while others scroll. */
  keepsKeys: z.boolean().catch(true),
  /** Headers show pictures of their columns, for which all rows are read. */
  hasPictures: z.boolean().catch(false),
  /** Tab moves from cell to cell instead of leaving the grid. */
  tabMoves: z.boolean().catch(false),
  /** Keys without Ctrl or Alt, such as `?`, are shortcuts. */
  hasSingleKeys: z.boolean().catch(true),
});

/** A person's preferences for the results of all price columns. A saved view can override how its rows look. */
export type ResultsSettings = z.output<typeof settingsSchema>;

// Members are parsed one by one: an invalid one falls back to its default and leaves the others alone.
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
  /** The settings of the rows on screen: the column state overrides the person's preferences. */
  readonly settings: ResultsSettings;
  readonly change: (changes: Partial<ResultsSettings>) => void;
}

/** Returns how rows are displayed. A change becomes the person's preference, and part of a view that is saved from the screen. */
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
