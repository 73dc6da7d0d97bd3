import { useLocale, useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { createAddedText } from './added-text';

/** Like `createAddedText`, in the person's language and formats. */
export function useAddedText(): ReturnType<typeof createAddedText> {
  const t = useTranslations('added');
  const tQuery = useTranslations('queryText');
  const formats = useFormats();
  const language = useLocale();
  const { priceColumn } = useWorkbenchScope();
  const { priceColumns } = useRowsReadScope();
  return createAddedText({ priceColumn, priceColumns }, { t, tQuery, formats, language });
}
