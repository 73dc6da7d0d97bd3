import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { loadMessages } from '@/ui/i18n/catalogue';
import type { Language } from '@/lib/base/languages';

type SomeMessages = NonNullable<ComponentProps<typeof IntlProvider>['messages']>;

export interface LanguageProviderProps {
  /** The messages of the base language that the children need. */
  readonly english: SomeMessages;
  readonly children: ReactNode;
}

interface LoadedMessages {
  readonly language: Language;
  readonly messages: SomeMessages;
}

/** Provides the messages of the chosen language. The previous language stays until the new one is loaded. */
export function LanguageProvider({ english, children }: LanguageProviderProps) {
  const { language } = useFormatSettings();
  const [loaded, setLoaded] = useState<LoadedMessages | null>(
    language === 'en' ? { language, messages: english } : null,
  );
  useEffect(() => {
    let isWanted = true;
    void load();
    async function load(): Promise<void> {
      // If a language cannot be loaded, the application is shown in English.
      const messages = language === 'en' ? null : await loadMessages(language).catch(() => null);
      if (isWanted)
        setLoaded(messages === null ? { language: 'en', messages: english } : { language, messages });
    }
    return () => {
      isWanted = false;
    };
  }, [language, english]);
  useEffect(() => {
    if (loaded !== null) document.documentElement.lang = loaded.language;
  }, [loaded]);
  if (loaded === null) return null;
  return (
    // `lib/formats` formats all dates, in the browser's time zone. The provider requires a time zone, but does not use it.
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
