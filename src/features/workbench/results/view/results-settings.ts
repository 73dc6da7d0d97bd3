import { useState } from 'react';
import * as z from 'zod';

const settingsSchema = z.object({
  density: z.enum(['compact', 'normal', 'comfortable']).catch('normal'),
  wrapsText: z.boolean().catch(false),
  /** Tab goes from cell to cell in place of leaving the grid. */
  tabMoves: z.boolean().catch(false),
  /** Keys without Ctrl or Alt, such as `?`, do something. */
  hasSingleKeys: z.boolean().catch(true),
});

/** How a person likes results, whatever the price column; a saved view may say otherwise about its rows. */
export type ResultsSettings = z.output<typeof settingsSchema>;

const STORAGE_KEY = 'colonnade.workbench.results';

/** Each member by itself; what cannot be read is as it is by default. */
function loadResultsSettings(): ResultsSettings {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    // Nothing readable is stored, or storage is refused.
  }
  return settingsSchema.parse(typeof stored === 'object' && stored !== null ? stored : {});
}

/** Where storing fails, they last as long as the page. */
export function useResultsSettings(): readonly [
  ResultsSettings,
  (changes: Partial<ResultsSettings>) => void,
] {
  const [settings, setSettings] = useState(loadResultsSettings);
  const change = (changes: Partial<ResultsSettings>) => {
    const next = { ...settings, ...changes };
    setSettings(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // See above.
    }
  };
  return [settings, change];
}
