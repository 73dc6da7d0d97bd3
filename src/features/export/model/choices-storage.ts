import * as z from 'zod';
import { localSetting } from '@/shared/storage/local-setting';
import { DEFAULT_CHOICES, DELIMITER_CHOICES, FORMAT_CHOICES, type ExportChoices } from './export-choices';

// The scope is not remembered: a selection belongs to its moment.
const storedSchema = z.object({
  fields: z.enum(['shown', 'all']).catch(DEFAULT_CHOICES.fields),
  format: z.enum(FORMAT_CHOICES).catch(DEFAULT_CHOICES.format),
  delimiter: z.enum(DELIMITER_CHOICES).catch(DEFAULT_CHOICES.delimiter),
  hasIsoDates: z.boolean().catch(DEFAULT_CHOICES.hasIsoDates),
  hasFilePerSheet: z.boolean().catch(DEFAULT_CHOICES.hasFilePerSheet),
});

const setting = localSetting('colonnade.export', storedSchema);

/** What the person chose last time; never throws. */
export function rememberedChoices(): ExportChoices {
  return { ...DEFAULT_CHOICES, ...setting.read() };
}

export function rememberChoices({ scope: _scope, ...remembered }: ExportChoices): void {
  setting.write(remembered);
}
