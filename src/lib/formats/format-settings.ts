import * as z from 'zod';
import { localSetting } from '@/lib/base/local-setting';
import { languageOf, LANGUAGES, type Language } from '@/lib/base/languages';

export interface FormatSettings {
  readonly language: Language;
  /** BCP 47 locale of numbers and dates. */
  readonly formats: string;
  /** BCP 47 locale of copies and CSV files. */
  readonly excelRegion: string;
}

/** The chosen settings. Absent ones follow the deployment, the browser, or the formats (Excel region). */
export type FormatChoices = z.output<typeof choicesSchema>;

const localeSchema = z.string().refine((tag) => isSupportedLocale(tag));

// Choices that this version cannot read are ignored.
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

/** Choices take precedence over the deployment's defaults, and these over the browser's. */
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

/** Whether `Intl` supports number and date formats of this locale. */
export function isSupportedLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
