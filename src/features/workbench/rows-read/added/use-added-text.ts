import { useLocale, useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { describeValue } from '../../model/describe-query';
import { priceColumnOf, type AddedColumns, type SeveralRule } from '../../model/added-columns';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useRowsReadScope } from '../rows/rows-read-scope';

/** Returns a function that says where added columns come from: source, key, rule, and the snapshot where it is known. */
export function useAddedText(): (added: AddedColumns, opened: OpenSnapshot | null) => string {
  const t = useTranslations('added');
  const tQuery = useTranslations('queryText');
  const { locale, formatInteger, formatDateTime } = useFormats();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const { priceColumn } = useWorkbenchScope();
  const { priceColumns } = useRowsReadScope();

  function ruleText(several: SeveralRule): string {
    switch (several.kind) {
      case 'empty':
        return t('rule.empty');
      case 'valid-on': {
        const day = describeValue({ value: several.day, text: null }, 'date', {
          t: tQuery,
          locale,
          formatInteger,
        });
        return t('rule.valid-on', { day });
      }
      case 'least':
      case 'greatest':
      case 'latest':
        return t(`rule.${several.kind}`, { column: several.column });
    }
  }

  return (added, opened) => {
    const { origin, keys, columns, several, isLenient } = added;
    const source =
      origin.kind === 'file'
        ? t('ofFile', { name: origin.name })
        : (priceColumnOf(origin, { priceColumn, priceColumns })?.displayName ?? added.label);
    const by = keys.map(({ current, reference }) =>
      current === reference ? current : t('pair', { current, reference }),
    );
    const texts = [
      t('words', { columns: list.format(columns), source, keys: list.format(by) }),
      ruleText(several),
      ...(isLenient ? [t('rule.lenient')] : []),
      ...(opened === null || origin.kind === 'file'
        ? []
        : [t('ofSnapshot', { cacheKey: opened.snapshot.cacheKey, taken: formatDateTime(opened.takenAtMs) })]),
    ];
    return texts.join('; ');
  };
}
