import * as z from 'zod';
import { localSetting } from '@/lib/base/local-setting';
import { languageOf, LANGUAGES, type Language } from '@/lib/base/languages';

export interface FormatSettings {
  readonly language: Language;
  /** The BCP 47 locale for numbers and dates. */
  readonly formats: string;
  /** The BCP 47 locale for text copied to the clipboard and for CSV files. */
  readonly excelRegion: string;
}

/** The user's choices. A setting without a choice follows the deployment or the browser; the Excel region follows `formats`. */
export type FormatChoices = z.output<typeof choicesSchema>;

const localeSchema = z.string().refine((tag) => isSupportedLocale(tag));

// Ignores stored choices that this version cannot read.
const choicesSchema = z
  .object({
    language: z.enum(LANGUAGES).optional().catch(undefined),
    formats: localeSchema.optional().catch(undefined),
    excelRegion: localeSchema.optional().catch(undefined),
  })
  .catch({});

export const formatChoices = localSetting('colonnade.formats', choicesSchema);

export interface FormatDefaults {
  readonly language?: Language | undefined;
  readonly formats?: string | undefined;
  /** The browser's locales in order of preference, as in `navigator.languages`. */
  readonly browserLocales: readonly string[];
}

const LAST_RESORT_LOCALE = 'en';

/** Combines the settings. The user's choices come before the deployment's defaults, and these before the browser's locales. */
export function resolveFormatSettings(choices: FormatChoices, defaults: FormatDefaults): FormatSettings {
  const formats =
    choices.formats ??
    [defaults.formats, ...defaults.browserLocales].find(
      (tag) => tag !== undefined && isSupportedLocale(tag),
    ) ??
    LAST_RESORT_LOCALE;
  return {
    language: choices.language ?? defaults.language ?? languageOf(...defaults.browserLocales),
    formats,
    excelRegion: choices.excelRegion ?? formats,
  };
}

/** Whether `Intl` can format numbers and dates in this locale. */
export function isSupportedLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
