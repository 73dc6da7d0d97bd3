import { createTranslator, type Messages } from 'use-intl/core';
import { loadMessages } from '@/ui/i18n/catalogue';
import type { Language } from '@/lib/base/languages';

/** The texts on the sheets of a workbook beside its rows. */
export type SheetWords = Awaited<ReturnType<typeof loadSheetWords>>;

/** Loads the texts of a workbook. Rejects with a TypeError if they cannot be fetched. */
export async function loadSheetWords(language: Language) {
  const messages =
    language === 'en'
      ? (await import('@/ui/i18n/messages/en/export.json')).default
      : (await loadMessages(language)).export;
  return createTranslator<Pick<Messages, 'export'>, 'export'>({
    locale: language,
    messages: { export: messages },
    namespace: 'export',
  });
}
