import { Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { CheckItem } from './check-item';
import { CheckSourceFields } from './check-source-select';
import { useChecksState } from './checks-state';
import classes from './checks.module.css';
import { OwnCheckItem, RemovedCheck } from './own-check-item';
import type { OwnCheck } from '@/analysis/checks/own-checks';
import { RolesEditor } from './roles-editor';
import { SaveChecks } from './run-controls';

/** The set-up of the checks: the checks in use, their parameters, and the roles of the columns (which one is the price and so on). */
export function ChecksSetup() {
  const t = useTranslations('checks');
  const state = useChecksState();
  const [removed, setRemoved] = useState<{ readonly check: OwnCheck; readonly index: number } | null>(null);
  const listRef = useRef<HTMLElement>(null);
  // Removing a check also removes its focused button. The focus then moves to the list.
  const restoredFocus = useRestoredFocus(() => listRef.current?.focus());
  if (state.status !== 'ready') return null;
  const { checks, rowsRead, run } = state;
  const { columns } = rowsRead.table;
  return (
    <Stack gap="md">
      <SaveChecks checks={checks} />
      <section ref={listRef} tabIndex={-1} aria-label={t('list')} {...restoredFocus}>
        <Title order={2} size="sm">
          {t('list')}
        </Title>
        <ul aria-label={t('list')} className={classes['checks']}>
          {checks.resolved.checks.map((check) => (
            <CheckItem
              key={check.definition.id}
              check={check}
              checks={checks}
              columns={columns}
              matched={run.sourceOf(check.definition.id).matched}
              Source={CheckSourceFields}
              lacking={run.lackingOf(check)}
              count={run.isOutdated ? null : run.countOf(check.definition.id)}
            />
          ))}
          {checks.own.map((set, index) => (
            <OwnCheckItem
              key={set.check.id}
              set={set}
              index={index}
              checks={checks}
              count={set.read.ok && !run.isOutdated ? run.countOf(set.check.id) : null}
              onRemoved={setRemoved}
            />
          ))}
        </ul>
        {removed !== null && <RemovedCheck {...removed} onRestored={() => setRemoved(null)} />}
        <Text size="xs" c="dimmed" mt="xs">
          {t('own.hint')}
        </Text>
      </section>
      <RolesEditor checks={checks} columns={columns} />
    </Stack>
  );
}
