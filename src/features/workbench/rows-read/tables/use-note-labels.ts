import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { NoteLabels } from './table-file';

/** Returns the labels for what a workbook holds in another form, or not completely. */
export function useNoteLabels(): NoteLabels {
  const t = useTranslations('tableExport.notes');
  return useMemo(() => noteLabels(t), [t]);
}

/** Like `useNoteLabels`, in a given language. */
export function noteLabels(t: ReturnType<typeof useTranslations<'tableExport.notes'>>): NoteLabels {
  return {
    datesCut: t('datesCut'),
    datesAsText: t('datesAsText'),
    numbersAsText: t('numbersAsText'),
    plainFormats: t('plainFormats'),
  };
}
