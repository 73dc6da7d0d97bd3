import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { checksToParameter, NOTHING_CHOSEN } from '@/analysis/checks/checks-address';
import type { CheckProgress } from '@/analysis/checks/run-checks';
import { progressQuery, type EngineTableKey } from '../../rows-read/reading/use-engine-table';
import { useSaveChecks } from './checks-records.mutations';
import classes from './checks.module.css';
import type { AnyCheckId } from '@/analysis/checks/own-checks';
import { useSetChecks, type Checks } from '../../rows-read/checks/use-checks';

export interface RunButtonProps {
  readonly isRunning: boolean;
  readonly isAgain: boolean;
  /** Starts the checks; null if they run automatically or cannot be run. */
  readonly onRun: (() => void) | null;
  readonly onCancel: () => void;
}

/** The **Cancel** button while the checks run, and **Run checks** if they do not run automatically. */
export function RunButton({ isRunning, isAgain, onRun, onCancel }: RunButtonProps) {
  const t = useTranslations('checks');
  if (isRunning) {
    return (
      <Button key="cancel" size="xs" variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    );
  }
  if (onRun === null) return null;
  return (
    <Button key="run" size="xs" leftSection={<IconChecklist size={15} aria-hidden="true" />} onClick={onRun}>
      {t(isAgain ? 'runAgain' : 'run')}
    </Button>
  );
}

export interface RunProgressProps {
  readonly runKey: EngineTableKey;
  readonly nameOf: (id: AnyCheckId) => string;
}

/** Shows the number of completed checks, and the name of the running one. */
export function RunProgress({ runKey, nameOf }: RunProgressProps) {
  const t = useTranslations('checks');
  const { formatPercent } = useFormats();
  const { data: made } = useQuery<CheckProgress>(progressQuery(runKey));
  if (made === undefined) return null;
  const { done, all, current } = made;
  const percent = Math.floor((done * 100) / all);
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuenow={percent}
        aria-valuetext={formatPercent(percent / 100)}
        className={classes['track']}
      >
        <div className={classes['done']} style={{ width: `${percent}%` }} />
      </div>
      <Text span size="xs" c="dimmed">
        {t('running', { number: done + 1, all, check: nameOf(current) })}
      </Text>
    </>
  );
}

/** The **Save checks** button for the price column, and the option to run its checks with every snapshot. */
export function SaveChecks({ checks }: { readonly checks: Checks }) {
  const t = useTranslations('checks.save');
  const { priceColumn } = useWorkbenchScope();
  const setChecks = useSetChecks();
  const announce = useAnnounce();
  const [note, setNote] = useState('');
  const save = useSaveChecks(useOwnRecords(), priceColumn.name);
  const runsAfterRefresh = checks.saved?.runsAfterRefresh === true;
  const isStored = checks.isSaved && checks.saved !== null;

  function store(changes: { readonly runsAfterRefresh?: boolean }): void {
    const parameter = checksToParameter(checks.spec) ?? NOTHING_CHOSEN;
    save.mutate(
      { priceColumn: priceColumn.name, checks: parameter, runsAfterRefresh, ...changes },
      {
        onSuccess: () => {
          const text = t('saved', { priceColumn: priceColumn.displayName });
          setNote(text);
          announce(text);
          setChecks(undefined);
        },
        onError: () => {
          setNote(t('failed'));
          announce(t('failed'));
        },
      },
    );
  }

  return (
    <Group gap="8px 16px">
      {note !== '' && checks.isSaved && (
        <Text span size="xs" c="dimmed">
          {note}
        </Text>
      )}
      <Checkbox
        size="xs"
        label={t('everyRefresh')}
        checked={runsAfterRefresh}
        onChange={(event) => store({ runsAfterRefresh: event.currentTarget.checked })}
      />
      <Button
        size="xs"
        variant="default"
        // `aria-disabled` is used instead of `disabled`, because a disabled button loses the focus after it was pressed.
        {...(isStored && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => {
          if (!isStored) store({});
        }}
      >
        {t('button')}
      </Button>
    </Group>
  );
}
