import * as z from 'zod';
import { DEFAULT_CHOICES, DELIMITER_CHOICES, FORMAT_CHOICES, type ExportChoices } from './export-choices';

const STORAGE_KEY = 'colonnade.export';

// The scope is not remembered: a selection belongs to its moment.
const storedSchema = z.object({
  fields: z.enum(['shown', 'all']).catch(DEFAULT_CHOICES.fields),
  format: z.enum(FORMAT_CHOICES).catch(DEFAULT_CHOICES.format),
  delimiter: z.enum(DELIMITER_CHOICES).catch(DEFAULT_CHOICES.delimiter),
  hasIsoDates: z.boolean().catch(DEFAULT_CHOICES.hasIsoDates),
  hasFilePerSheet: z.boolean().catch(DEFAULT_CHOICES.hasFilePerSheet),
});

/** What the person chose last time; never throws. */
export function rememberedChoices(): ExportChoices {
  try {
    const stored = storedSchema.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
    return stored.success ? { ...DEFAULT_CHOICES, ...stored.data } : DEFAULT_CHOICES;
  } catch {
    return DEFAULT_CHOICES;
  }
}

export function rememberChoices({ scope: _scope, ...remembered }: ExportChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(remembered));
  } catch {
    // Full or refused: the choices then last as long as the page.
  }
}
