import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Language } from '@/shared/i18n/catalogue';
import {
  FORMATS_STORAGE_KEY,
  parseFormatChoices,
  resolveFormatSettings,
  type FormatChoices,
  type FormatSettings,
} from './format-settings';
import { createFormats, type Formats } from './formats';

/** The settings that hold, and what of them the person chose. */
export interface FormatSettingsValue extends FormatSettings {
  readonly choices: FormatChoices;
  /** Takes over what is given and keeps the rest; `undefined` lets a setting follow its default again. */
  readonly choose: (changes: FormatChoices) => void;
}

const FormatSettingsContext = createContext<FormatSettingsValue | null>(null);
const FormatsContext = createContext<Formats | null>(null);

export interface FormatSettingsProviderProps {
  /** Of the runtime configuration; undefined: the browser's. */
  readonly defaultLanguage: Language | undefined;
  /** BCP 47 locale of the runtime configuration; undefined: the browser's. */
  readonly defaultFormats: string | undefined;
  readonly children: ReactNode;
}

/** Holds language and formats for the page, remembers choices in this browser and takes over those of other tabs. */
export function FormatSettingsProvider(props: FormatSettingsProviderProps) {
  const { defaultLanguage, defaultFormats, children } = props;
  const [choices, setChoices] = useState(storedChoices);
  const [browserLocales, setBrowserLocales] = useState(() => navigator.languages);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // A null key: everything was cleared.
      if (event.key === FORMATS_STORAGE_KEY || event.key === null) setChoices(storedChoices());
    };
    const onLanguageChange = () => {
      setBrowserLocales(navigator.languages);
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('languagechange', onLanguageChange);
    return () => {
      window.removeEventListener('storage', onStorage);
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
        storeChoices(next);
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

/** Language, formats and Excel region, and the means to change them. */
export function useFormatSettings(): FormatSettingsValue {
  const settings = use(FormatSettingsContext);
  if (settings === null) throw new Error('useFormatSettings needs a FormatSettingsProvider around it.');
  return settings;
}

/** How to write counts and moments of the interface in the person's formats. */
export function useFormats(): Formats {
  const formats = use(FormatsContext);
  if (formats === null) throw new Error('useFormats needs a FormatSettingsProvider around it.');
  return formats;
}

function storedChoices(): FormatChoices {
  try {
    return parseFormatChoices(localStorage.getItem(FORMATS_STORAGE_KEY));
  } catch {
    // The browser refuses all storage.
    return {};
  }
}

function storeChoices(choices: FormatChoices): void {
  try {
    localStorage.setItem(FORMATS_STORAGE_KEY, JSON.stringify(choices));
  } catch {
    // Full or refused: the choice then lasts as long as the page.
  }
}
