import { createTranslator, type Messages } from 'use-intl/core';
import { loadMessages } from '@/shared/i18n/catalogue';
import type { Language } from '@/shared/i18n/languages';

/** The words on the sheets of a workbook beside its rows. */
export type SheetWords = Awaited<ReturnType<typeof loadSheetWords>>;

/** Loads the words of a workbook; rejects with a TypeError where they cannot be fetched. */
export async function loadSheetWords(language: Language) {
  const messages =
    language === 'en'
      ? (await import('@/shared/i18n/messages/en/export.json')).default
      : (await loadMessages(language)).export;
  return createTranslator<Pick<Messages, 'export'>, 'export'>({
    locale: language,
    messages: { export: messages },
    namespace: 'export',
  });
}
