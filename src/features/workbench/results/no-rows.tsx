import { Button, Group, Stack } from '@mantine/core';
import { IconDatabaseOff, IconFilterOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/ui/components/state-panel';
import { useWords } from '@/ui/formats/use-words';
import { filterKey } from '../model/draft-changes';
import type { DraftCondition, DraftFilter, DraftGroup } from '../model/draft-query';
import { describeFilter } from '../model/describe-query';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import classes from './no-rows.module.css';

/** Replaces a grid without rows. A button beside each condition of the query removes the condition. */
export function NoRows() {
  const { appliedWhole } = useWorkbenchScope();
  const { draft } = useWorkbenchState();
  const { edit, run } = useWorkbenchActions();
  const words = useWords();
  const t = useTranslations('results');
  const conditions = (appliedWhole?.filters ?? []).filter(isActive);

  /** The applied query comes from the address, where conditions have no ids. The draft is searched for equal conditions. */
  function remove(removed: readonly DraftFilter[]): void {
    const keys = new Set(removed.map(filterKey));
    for (const filter of draft.filters) {
      if (keys.has(filterKey(filter))) edit({ type: 'remove-filter', id: filter.id });
    }
    run();
  }

  return (
    <div className={classes['scroll']}>
      <StatePanel
        icon={<IconDatabaseOff size={22} />}
        title={t('noRowsTitle')}
        actions={
          conditions.length > 1 && (
            <Button
              variant="default"
              leftSection={<IconFilterOff size={16} />}
              onClick={() => remove(conditions)}
            >
              {t('removeAllFilters')}
            </Button>
          )
        }
      >
        <p>{conditions.length > 0 ? t('noRowsText') : t('noRowsAtAllText')}</p>
        {conditions.length > 0 && (
          <Stack
            component="ul"
            gap={8}
            p={0}
            aria-label={t('conditions')}
            className={classes['conditions'] ?? ''}
          >
            {conditions.map((condition) => {
              const text = describeFilter(words, condition);
              return (
                <Group
                  key={condition.id}
                  component="li"
                  gap="4px 12px"
                  justify="space-between"
                  p="6px 8px 6px 12px"
                  className={classes['condition'] ?? ''}
                >
                  <span>{text}</span>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('removeThisFilter')}: ${text}`}
                    onClick={() => remove([condition])}
                  >
                    {t('removeThisFilter')}
                  </Button>
                </Group>
              );
            })}
          </Stack>
        )}
      </StatePanel>
    </div>
  );
}

function isActive(filter: DraftFilter): filter is DraftCondition | DraftGroup {
  return filter.kind !== 'unset' && !filter.isDisabled;
}
