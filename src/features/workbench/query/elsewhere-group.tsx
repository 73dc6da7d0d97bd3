import { Button } from '@mantine/core';
import { IconTableShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { addedPlace } from '../controller/places';
import { ADD_ELSEWHERE_ID } from './element-ids';
import { QuerySection } from './query-section';
import classes from './rules.module.css';

/** The columns of other sources beside the rows on screen. The area of the rows read renders them into it. */
export function ElsewhereGroup() {
  const t = useTranslations('added');
  const { cacheKey, addedFields } = useWorkbenchScope();
  const { startAdding } = useWorkbenchActions();
  // Columns are added to rows, so there must be some.
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
