import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { StatePanel } from '@/ui/components/state-panel';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { CalculationFailure } from '../../rows-read/reading/calculation-failure';
import { CoverageBar } from '../../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../../rows-read/reading/no-rows-read';
import { SizeChoice } from '../../rows-read/reading/size-choice';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { SourceStatus } from '../../rows-read/sources/source-status';
import { RefinedBar } from '../../rows-read/steps/refined-bar';
import type { ViewPartProps } from '../view-part';
import { sourceSelectId } from './check-source-select';
import { SOURCED_CHECKS } from '@/analysis/checks/check-sources';
import { CheckToggles } from './check-toggles';
import { useChecksState, type ChecksState } from './checks-state';
import classes from './checks.module.css';
import { FindingsPanel } from './findings-panel';
import { checkIdOf, type AnyCheckId } from '@/analysis/checks/own-checks';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { RunButton, RunProgress } from './run-controls';
import { useForgetChecks } from '../../rows-read/checks/use-checks';
import { WrongSetUps } from './wrong-set-ups';

/** The **Checks** view: shows what the checks in use find among the rows read. */
export function ChecksView({ isShown }: ViewPartProps) {
  const { reading, refining } = useRowsReadScope();
  const state = useChecksState();
  const { status, snapshotRows } = reading.state;
  if (status === 'choosing') return isShown ? <SizeChoice reading={reading} /> : null;
  const hasRows = state.status !== 'waiting' || state.hasRows;
  return (
    <Stack gap={8} mih="100%" px="md" pb="sm" hidden={!isShown} className={classes['view'] ?? ''}>
      <Box mx={-16} className={classes['bars']}>
        {snapshotRows > 0 && <CoverageBar reading={reading} />}
        {refining !== null && <RefinedBar refining={refining} />}
      </Box>
      {!hasRows && <NoRowsRead reading={reading} />}
      {state.status === 'problem' && <Problem problem={state.problem} />}
      {state.status === 'ready' && <Answer key={state.rowsRead.table.sqlName} {...state} />}
    </Stack>
  );
}

function Problem({ problem }: Pick<Extract<ChecksState, { status: 'problem' }>, 'problem'>) {
  const t = useTranslations('checks.problem');
  const forgetChecks = useForgetChecks();
  return (
    <StatePanel
      icon={<IconLinkOff size={22} />}
      title={t('title')}
      tone="warning"
      actions={<Button onClick={forgetChecks}>{t('startOver')}</Button>}
    >
      <p role="alert">{t(problem.kind, { text: problem.text.slice(0, 80) })}</p>
    </StatePanel>
  );
}

/** The character between the ids of checks in the address. */
const SEPARATOR = ';';

/** Returns the checks whose findings the address shows; empty for all checks. */
function checksOfAddress(finding: string | undefined): readonly AnyCheckId[] {
  return (finding?.split(SEPARATOR) ?? []).flatMap((id) => checkIdOf(id) ?? []);
}

type AnswerProps = Omit<Extract<ChecksState, { status: 'ready' }>, 'status'>;

function Answer({ checks, rowsRead, run }: AnswerProps) {
  const t = useTranslations('checks');
  const { openSnapshot } = useRowsReadScope();
  const { address } = useWorkbenchScope();
  const announce = useAnnounce();
  const controlsRef = useRef<HTMLDivElement>(null);
  const statusRef = useRef<HTMLParagraphElement>(null);
  const findingsRef = useRef<HTMLElement>(null);
  // When a focused button disappears, the focus moves to the button in its place, or to the findings, or to the status text.
  const restoredFocus = useRestoredFocus(() => {
    const button = controlsRef.current?.querySelector('button');
    (button ?? findingsRef.current ?? statusRef.current)?.focus();
  });
  const { setView } = useWorkbenchActions();
  const chosen = checksOfAddress(address.finding);
  const choose = (ids: readonly AnyCheckId[]) =>
    setView(
      'checks',
      { finding: ids.length === 0 ? undefined : ids.join(SEPARATOR) },
      // The undo step of this choice must not be merged with an edit of the checks in the same second.
      { isReplaced: true, series: 'finding' },
    );
  const { completed, dismissals, failure } = run;
  const known = chosen.filter((id) => completed?.run.results.some((result) => result.id === id) === true);
  // Findings of a previous set-up are shown only while those of the current set-up are being computed.
  const isAnswer = completed !== null && (!run.isOutdated || run.isPending);
  return (
    <>
      <Group ref={controlsRef} gap="xs" {...restoredFocus}>
        <Text
          ref={statusRef}
          tabIndex={-1}
          role="status"
          aria-label={t('status')}
          size="sm"
          flex="1 1 240px"
          className={classes['figures'] ?? ''}
        >
          {run.status}
        </Text>
        {run.isRunning && <RunProgress runKey={run.runKey} nameOf={run.nameOf} />}
        <RunButton
          isRunning={run.isRunning}
          isAgain={completed !== null}
          onRun={run.start}
          onCancel={() => {
            run.cancel();
            announce(t('cancelled'));
          }}
        />
      </Group>
      {SOURCED_CHECKS.map((id) => (
        <SourceStatus
          key={id}
          name={run.nameOf(id)}
          state={run.sourceOf(id).state}
          waysOut={{ onChoose: () => document.getElementById(sourceSelectId(id))?.focus(), onTakeNew: null }}
        />
      ))}
      {failure !== null && <CalculationFailure of="checks" failure={failure} />}
      {isAnswer && (
        <Stack
          gap={8}
          flex="1 0 auto"
          className={classes['answer'] ?? ''}
          data-outdated={run.isOutdated || undefined}
          aria-busy={run.isOutdated || undefined}
        >
          <FindingsPanel
            regionRef={findingsRef}
            completed={completed}
            own={run.own}
            nameOf={run.nameOf}
            rowsRead={rowsRead}
            openSnapshot={openSnapshot}
            dismissals={dismissals}
            chosen={known}
          >
            <CheckToggles checks={checks} run={run} chosen={known} onChoose={choose} />
            <WrongSetUps run={run} />
          </FindingsPanel>
        </Stack>
      )}
    </>
  );
}
