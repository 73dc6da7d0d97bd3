import { IconFileSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './drop-hint.module.css';

/** Says what happens when the dragged file is dropped. */
export function DropHint() {
  const t = useTranslations('export');
  return (
    <div className={classes['hint']} role="status">
      <p className={classes['text']}>
        <IconFileSearch size={22} aria-hidden="true" />
        {t('verify.drop')}
      </p>
    </div>
  );
}
