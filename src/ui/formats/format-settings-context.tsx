import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Language } from '@/lib/base/languages';
import {
  formatChoices,
  resolveFormatSettings,
  type FormatChoices,
  type FormatSettings,
} from '@/lib/formats/format-settings';
import { createFormats, type Formats } from '@/lib/formats/formats';

export interface FormatSettingsValue extends FormatSettings {
  readonly choices: FormatChoices;
  /** Adds changes to the choices of the user. A change to `undefined` resets a choice to its default. */
  readonly choose: (changes: FormatChoices) => void;
}

const FormatSettingsContext = createContext<FormatSettingsValue | null>(null);
const FormatsContext = createContext<Formats | null>(null);

export interface FormatSettingsProviderProps {
  /** The language in the runtime configuration. If it is undefined, the browser's language is used. */
  readonly defaultLanguage: Language | undefined;
  /** The BCP 47 locale in the runtime configuration. If it is undefined, the browser's locale is used. */
  readonly defaultFormats: string | undefined;
  readonly children: ReactNode;
}

/** Provides language and formats, and synchronizes the user's choices with storage and other tabs. */
export function FormatSettingsProvider(props: FormatSettingsProviderProps) {
  const { defaultLanguage, defaultFormats, children } = props;
  const [choices, setChoices] = useState<FormatChoices>(() => formatChoices.read() ?? {});
  const [browserLocales, setBrowserLocales] = useState(() => navigator.languages);

  useEffect(() => {
    const stopListening = formatChoices.subscribe(() => {
      setChoices(formatChoices.read() ?? {});
    });
    const onLanguageChange = () => {
      setBrowserLocales(navigator.languages);
    };
    window.addEventListener('languagechange', onLanguageChange);
    return () => {
      stopListening();
      window.removeEventListener('languagechange', onLanguageChange);
    };
  }, []);

  const settings = useMemo<FormatSettingsValue>(
    () => ({
      ...resolveFormatSettings(choices, {
        language: defaultLanguage,
        formats: defaultFormats,
        browserLocales,
      }),
      choices,
      choose: (changes) => {
        const next = { ...choices, ...changes };
        setChoices(next);
        formatChoices.write(next);
      },
    }),
    [choices, defaultLanguage, defaultFormats, browserLocales],
  );
  const formats = useMemo(
    () => createFormats(settings.formats, settings.language),
    [settings.formats, settings.language],
  );

  return (
    <FormatSettingsContext value={settings}>
      <FormatsContext value={formats}>{children}</FormatsContext>
    </FormatSettingsContext>
  );
}

/** Returns language, formats and Excel region, and a function that changes them. */
export function useFormatSettings(): FormatSettingsValue {
  const settings = use(FormatSettingsContext);
  if (settings === null) throw new Error('useFormatSettings needs a FormatSettingsProvider around it.');
  return settings;
}

/** Returns formatters for the counts, dates and times that the interface shows. */
export function useFormats(): Formats {
  const formats = use(FormatsContext);
  if (formats === null) throw new Error('useFormats needs a FormatSettingsProvider around it.');
  return formats;
}
