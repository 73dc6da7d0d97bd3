import { Button } from '@mantine/core';
import { IconTableShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { addedPlace } from '../controller/places';
import { ADD_ELSEWHERE_ID } from './element-ids';
import { QuerySection } from './query-section';
import classes from './rules.module.css';

/** The columns that other sources add to the rows on screen. The code that handles the rows read renders its content. */
export function ElsewhereGroup() {
  const t = useTranslations('added');
  const { cacheKey, addedFields } = useWorkbenchScope();
  const { startAdding } = useWorkbenchActions();
  // Columns can be added only to rows, so without a snapshot there is nothing to show.
  if (cacheKey === null) return null;
  return (
    <QuerySection label={t('elsewhere')} aside={addedFields.length > 0 ? String(addedFields.length) : null}>
      <div className={classes['rules']}>
        <addedPlace.Place className={classes['sources']} />
        <Button
          id={ADD_ELSEWHERE_ID}
          className={classes['add'] ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTableShare size={14} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={startAdding}
        >
          {t('addColumns')}
        </Button>
      </div>
    </QuerySection>
  );
}
