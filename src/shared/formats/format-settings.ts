import * as z from 'zod';
import { localSetting } from '@/shared/storage/local-setting';
import { LANGUAGES, type Language } from '@/shared/i18n/catalogue';

/** In which language and notation a person reads and writes. All resolved: nothing here follows anything any more. */
export interface FormatSettings {
  /** Of the interface's words. */
  readonly language: Language;
  /** BCP 47 locale of numbers and dates. */
  readonly formats: string;
  /** BCP 47 locale that copies and CSV files are written in. */
  readonly excelRegion: string;
}

/** What the person has chosen; what is absent follows the deployment, the browser, or the formats (Excel region). */
export type FormatChoices = z.output<typeof choicesSchema>;

const localeSchema = z.string().refine((tag) => isSupportedLocale(tag));

// A choice that an earlier or later version made and this one cannot read is as good as none.
const choicesSchema = z
  .object({
    language: z.enum(LANGUAGES).optional().catch(undefined),
    formats: localeSchema.optional().catch(undefined),
    excelRegion: localeSchema.optional().catch(undefined),
  })
  .catch({});

/** The choices of this browser. */
export const formatChoices = localSetting('colonnade.formats', choicesSchema);

/** What the choices are laid over. */
export interface FormatDefaults {
  /** Of the runtime configuration. */
  readonly language?: Language | undefined;
  /** Of the runtime configuration. */
  readonly formats?: string | undefined;
  /** In order of preference, as `navigator.languages` has them. */
  readonly browserLocales: readonly string[];
}

const LAST_RESORT_LOCALE = 'en';

/** A choice counts before the deployment's default, and that before the browser's. */
export function resolveFormatSettings(choices: FormatChoices, defaults: FormatDefaults): FormatSettings {
  const formats =
    choices.formats ??
    [defaults.formats, ...defaults.browserLocales].find(
      (tag) => tag !== undefined && isSupportedLocale(tag),
    ) ??
    LAST_RESORT_LOCALE;
  return {
    language: choices.language ?? defaults.language ?? languageOf(defaults.browserLocales),
    formats,
    excelRegion: choices.excelRegion ?? formats,
  };
}

function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const language = LANGUAGES.find((known) => locale.toLowerCase().split('-')[0] === known);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Whether `Intl` knows how this locale writes numbers and dates. */
export function isSupportedLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
