import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider, type Messages } from 'use-intl';
import { useFormatSettings } from '@/shared/formats/format-settings-context';
import { englishMessages, loadMessages, type Language } from '@/shared/i18n/catalogue';

interface LoadedMessages {
  readonly language: Language;
  readonly messages: Messages;
}

const ENGLISH: LoadedMessages = { language: 'en', messages: englishMessages };

/** The interface in the person's language. Until a language has arrived the one before stays: nothing flickers. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const { language } = useFormatSettings();
  const [loaded, setLoaded] = useState<LoadedMessages | null>(language === 'en' ? ENGLISH : null);
  useEffect(() => {
    let isWanted = true;
    void load();
    async function load(): Promise<void> {
      // A language that cannot be fetched must not keep anyone from working.
      const messages = await loadMessages(language).catch(() => null);
      if (isWanted) setLoaded(messages === null ? ENGLISH : { language, messages });
    }
    return () => {
      isWanted = false;
    };
  }, [language]);
  useEffect(() => {
    if (loaded !== null) document.documentElement.lang = loaded.language;
  }, [loaded]);
  if (loaded === null) return null;
  return (
    // Dates and numbers go through shared/formats, which knows no time zone; the provider's own is never shown.
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
