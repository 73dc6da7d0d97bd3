import { IconListDetails } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { MissingList } from './model/packed-search';
import classes from './address-problems.module.css';

/** Says that the address names values which are in another browser. */
export function MissingLists({ lists }: { readonly lists: readonly MissingList[] }) {
  const t = useTranslations('workbench');
  const { formatInteger } = useFormats();
  return (
    <div role="alert" className={classes['problems']}>
      <IconListDetails size={18} aria-hidden="true" />
      <div className={classes['text']}>
        {lists.map(({ field, count }) => (
          <p key={field}>{t('query.listElsewhere', { field, count: formatInteger(count) })}</p>
        ))}
      </div>
    </div>
  );
}
