import { useState } from 'react';
import * as z from 'zod';
import { localSetting } from '@/shared/storage/local-setting';

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

// Each member by itself; what cannot be read is as it is by default.
const setting = localSetting('colonnade.workbench.results', settingsSchema);

export function useResultsSettings(): readonly [
  ResultsSettings,
  (changes: Partial<ResultsSettings>) => void,
] {
  const [settings, setSettings] = useState(() => setting.read() ?? settingsSchema.parse({}));
  const change = (changes: Partial<ResultsSettings>) => {
    const next = { ...settings, ...changes };
    setSettings(next);
    setting.write(next);
  };
  return [settings, change];
}
