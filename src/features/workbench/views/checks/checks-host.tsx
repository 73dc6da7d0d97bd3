import type { EngineFailure } from '../../rows-read/engine/analysis-engine';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useAnnounce } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { useRestoredFocus } from '@/shared/ui/use-restored-focus';
import { keyColumns } from '../../snapshot/row-identity';
import { usePublish } from '../../controller/use-published-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { isEstimate } from '../../rows-read/reading/rows-read';
import { CoverageBar } from '../../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../../rows-read/reading/no-rows-read';
import { SizeChoice } from '../../rows-read/reading/size-choice';
import { RefinedBar } from '../../rows-read/steps/refined-bar';
import { CheckItem, type CheckCount } from './check-item';
import { useNoteCheckedRun } from './checks-records.mutations';
import { checkedRunsQuery } from './checks-records.queries';
import { earlierCount } from './checks-records';
import classes from './checks.module.css';
import type { ResolvedChecks, SetCheck } from './checks-spec';
import { FindingsPanel } from './findings-panel';
import { isOwnCheckId, type AnyCheckId, type OwnCheck } from './own-checks';
import { RolesEditor } from './roles-editor';
import type { CheckableRows, RequestedCheck } from './run-checks';
import { OwnCheckItem, RemovedCheck } from './own-check-item';
import { RunButton, RunProgress, SaveChecks } from './run-controls';
import { sourceSelectId } from './check-source-select';
import { SourceStatus } from '../../rows-read/sources/source-status';
import type { Against } from './source-rows';
import { useCheckSources } from './use-check-sources';
import { SOURCED_CHECKS } from './check-sources';
import { useCheckRun } from './use-check-run';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { ViewPartProps } from '../view-definition';
import { useChecks, useSetChecks, type Checks } from './use-checks';
import { useDismissals } from './use-dismissals';

const FAILURES: Partial<Record<EngineFailure['kind'], 'failed.outOfMemory' | 'failed.tooSlow'>> = {
  'out-of-memory': 'failed.outOfMemory',
  'too-slow': 'failed.tooSlow',
  'too-large': 'failed.tooSlow',
};

/** The view **Checks**: what the columns are, which checks are used, and what they find in the rows read. */
export function ChecksHost({ isShown }: ViewPartProps) {
  const { reading, refining } = useRowsReadScope();
  const { state, store } = reading;
  const refined = refining?.status === 'ready' ? refining.rowsRead : null;
  const rows = refining === null ? reading.rowsRead : refined;
  const rowsRead = useMemo(() => (rows === null ? null : { ...rows, engine: store.engine }), [rows, store]);
  if (state.status === 'choosing') {
    return isShown ? <SizeChoice reading={reading} /> : null;
  }
  return (
    <div className={classes['view']} hidden={!isShown}>
      <div className={classes['bars']}>
        {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
        {refining !== null && <RefinedBar refining={refining} />}
      </div>
      {rowsRead === null || state.snapshotRows === 0 ? (
        <NoRowsRead reading={reading} />
      ) : (
        <ReadRows key={rowsRead.table.sqlName} rowsRead={rowsRead} />
      )}
    </div>
  );
}

interface ReadRowsProps {
  readonly rowsRead: CheckableRows;
}

function ReadRows(props: ReadRowsProps) {
  const t = useTranslations('checks');
  const setChecks = useSetChecks();
  const checks = useChecks(props.rowsRead);
  if (checks === null) return null;
  if ('ok' in checks) {
    return (
      <StatePanel
        icon={<IconLinkOff size={22} />}
        title={t('problem.title')}
        tone="warning"
        actions={<Button onClick={() => setChecks(undefined)}>{t('problem.startOver')}</Button>}
      >
        <p role="alert">{t(`problem.${checks.problem.kind}`, { text: checks.problem.text.slice(0, 80) })}</p>
      </StatePanel>
    );
  }
  return <KnownChecks {...props} checks={checks} />;
}

interface KnownChecksProps extends ReadRowsProps {
  readonly checks: Checks;
}

function KnownChecks(props: KnownChecksProps) {
  const { checks, rowsRead } = props;
  const { shown } = useRowsReadScope();
  const t = useTranslations('checks');
  const { table, coverage, engine, misfits, revision } = rowsRead;
  const { resolved } = checks;
  const { priceColumn, address, today } = useWorkbenchScope();
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const records = useOwnRecords();
  const { data: runs = [] } = useQuery(checkedRunsQuery(records));
  const noteRun = useNoteCheckedRun(records);
  const identity = {
    priceColumn: priceColumn.name,
    // Of other rows other counts are to be expected.
    filter: [address.filter ?? '', ...(address.refine === undefined ? [] : [address.refine])].join('|'),
    takenAtMs: shown.takenAtMs,
  };
  const [isRunWanted, setIsRunWanted] = useState(false);
  const [removed, setRemoved] = useState<{ readonly check: OwnCheck; readonly index: number } | null>(null);
  const [shownChecks, setShownChecks] = useState<readonly AnyCheckId[] | null>(null);
  const findingsRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLElement>(null);
  // A check that was removed is gone with its button.
  const restoredFocus = useRestoredFocus(() => listRef.current?.focus());

  const keys = keysOf(resolved, keyColumns(priceColumn));

  const wanted = resolved.checks.filter(({ isUsed, missing }) => isUsed && missing.length === 0);
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';
  const sourceOf = useCheckSources({ checks, table, keys, isNeeded: !isReading });
  const againstOf = ({ definition }: SetCheck) => sourceOf(definition.id).against;
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const lackingText = (against: Against): string | null => {
    switch (against.status) {
      case 'ready':
      case 'waiting':
      case 'failed':
        return null;
      case 'unknown':
        return t('source.unknown', { priceColumn: against.priceColumn });
      case 'unmatched':
        return t('source.unmatched', { columns: list.format(against.columns) });
      case 'lacking': {
        const { columns } = against;
        if (columns.length === 0) return t('source.noKey');
        return t('source.lacking', { columns: list.format(columns), count: columns.length });
      }
    }
  };
  const usable: readonly RequestedCheck[] = [
    ...wanted.flatMap((check) => {
      const { definition, parameters } = check;
      const against = againstOf(check);
      return against.status === 'ready'
        ? [{ id: definition.id, parameters, against: against.rows ?? undefined }]
        : [];
    }),
    ...checks.own.flatMap(({ check, read }) =>
      check.isUsed && read.ok ? [{ id: check.id, own: check, refinement: read.refinement, today }] : [],
    ),
  ];
  const isWaiting = wanted.some((check) => againstOf(check).status === 'waiting');
  const key = JSON.stringify([
    table.sqlName,
    revision,
    resolved.roles,
    resolved.key,
    resolved.currencyScope,
    resolved.day,
    usable.map((check) => {
      if ('own' in check) return [check.id, check.own.refine, today];
      const { id, parameters, against } = check;
      return [id, parameters, against === undefined ? null : [against.source, against.keys, against.amount]];
    }),
  ]);
  const { state, start, cancel } = useCheckRun((made) => {
    const known = shownChecks?.filter((id) => made.run.results.some((result) => result.id === id)) ?? null;
    setShownChecks(known?.length === 0 ? null : known);
    if (made.coverage.kind !== 'all') return;
    const counts = made.run.results.map(({ id, rowCount }) => {
      return { check: id, setting: settingOf(id, checks, keys), rowCount };
    });
    noteRun.mutate({ ...identity, counts });
  });
  const { result: made, progress, failed } = state;
  const dismissals = useDismissals(engine, made, keys);
  const { counts } = dismissals;

  const run = () =>
    start({
      engine,
      rows: { table, misfits, refinedOf: rowsRead.refined?.of ?? null, ...rolesOf(resolved) },
      checks: usable,
      coverage,
      key,
    });
  const isDue =
    checks.saved?.runsAfterRefresh === true &&
    !isReading &&
    !isWaiting &&
    usable.length > 0 &&
    !checks.isProposing;
  const runOnce = useEffectEvent(run);
  useEffect(() => {
    // Once for the rows of a snapshot; later changes of the settings wait for the person.
    if (isDue) runOnce();
  }, [isDue, table.sqlName]);
  const isRunNow = isRunWanted && !checks.isProposing;
  if (isRunNow && (progress !== null || usable.length === 0)) setIsRunWanted(false);
  useEffect(() => {
    if (isRunNow) runOnce();
  }, [isRunNow]);

  const resultText = (openRows: number, found: number): string => {
    const rows = t('rows', { formatted: formatInteger(openRows), count: openRows });
    const text = openRows === 0 ? t('nothingFound', { checks: found }) : t('result', { rows, checks: found });
    return isEstimate(coverage) && openRows > 0 ? t('estimate', { text }) : text;
  };
  const result =
    made === null || counts === null
      ? null
      : resultText(
          counts.openRows,
          counts.openRows === 0
            ? made.run.results.length
            : Object.values(counts.open).filter((count) => count > 0).length,
        );
  // The status beside the button is what announces it.
  const isToldBelow = checks.saved?.runsAfterRefresh === true && result !== null;
  usePublish('checked', isToldBelow ? t('summary', { result }) : null);

  const countOf = (id: AnyCheckId): CheckCount | null => {
    const found = made?.run.results.find((each) => each.id === id);
    if (found === undefined || made === null || counts === null) return null;
    const isCurrent = made.coverage.kind === 'all';
    return {
      open: counts.open[id] ?? 0,
      dismissed: counts.dismissed[id] ?? 0,
      earlier: isCurrent ? earlierCount(runs, identity, id, settingOf(id, checks, keys)) : null,
      isEstimate: isEstimate(made.coverage),
      referenceCounts: found.referenceCounts,
    };
  };
  // Findings of a check that was removed since are still there.
  const own = useMemo(
    () => [
      ...checks.spec.own,
      ...(made?.run.results ?? []).flatMap((each) => ('own' in each ? [each.own] : [])),
    ],
    [checks.spec.own, made],
  );
  const showFindings = (id: AnyCheckId) => {
    setShownChecks([id]);
    findingsRef.current?.focus();
    findingsRef.current?.scrollIntoView({ block: 'nearest' });
  };
  const isOnlyShown = (id: AnyCheckId) => shownChecks?.length === 1 && shownChecks[0] === id;

  return (
    <>
      <div className={classes['tools']}>
        <RunButton
          isRunning={progress !== null || isRunWanted}
          isAgain={made !== null}
          isDisabled={isReading || isWaiting || usable.length === 0}
          // What is still being proposed would run other checks a moment later.
          onRun={() => (checks.isProposing ? setIsRunWanted(true) : run())}
          onCancel={() => {
            setIsRunWanted(false);
            cancel();
            announce(t('cancelled'));
          }}
        />
        {progress !== null && <RunProgress progress={progress} own={own} />}
        <p role="status" aria-label={t('status')} className={classes['status']}>
          {progress === null && statusText()}
        </p>
        <SaveChecks checks={checks} />
      </div>
      {failed !== null && (
        <StatePanel icon={<IconAlertTriangle size={22} />} title={t('failed.title')} tone="failure">
          <p>{t(FAILURES[failed.failure.kind] ?? 'failed.text')}</p>
        </StatePanel>
      )}
      <RolesEditor checks={checks} columns={table.columns} />
      {SOURCED_CHECKS.map((id) => (
        <SourceStatus
          key={id}
          name={t(`checks.${id}.name`)}
          state={sourceOf(id).state}
          waysOut={{ onChoose: () => document.getElementById(sourceSelectId(id))?.focus(), onTakeNew: null }}
        />
      ))}
      <section ref={listRef} tabIndex={-1} aria-label={t('list')} {...restoredFocus}>
        <h2 className={classes['title']}>{t('list')}</h2>
        <ul aria-label={t('list')} className={classes['checks']}>
          {resolved.checks.map((check) => (
            <CheckItem
              key={check.definition.id}
              check={check}
              checks={checks}
              columns={table.columns}
              matched={sourceOf(check.definition.id).matched}
              lacking={lackingText(againstOf(check))}
              count={countOf(check.definition.id)}
              isShown={isOnlyShown(check.definition.id)}
              onShow={() => showFindings(check.definition.id)}
            />
          ))}
          {checks.own.map((set, index) => (
            <OwnCheckItem
              key={set.check.id}
              set={set}
              checks={checks}
              count={set.read.ok ? countOf(set.check.id) : null}
              isShown={isOnlyShown(set.check.id)}
              onShow={() => showFindings(set.check.id)}
              onRemoved={(check) => setRemoved({ check, index })}
            />
          ))}
        </ul>
        {removed !== null && <RemovedCheck {...removed} onRestored={() => setRemoved(null)} />}
        <p className={`${classes['note']} ${classes['ownHint']}`}>{t('own.hint')}</p>
      </section>
      {made !== null && dismissals.isReady && (
        <FindingsPanel
          regionRef={findingsRef}
          key={made.id}
          made={made}
          own={own}
          rowsRead={rowsRead}
          shown={shown}
          dismissals={dismissals}
          chosen={shownChecks}
          onChoose={setShownChecks}
        />
      )}
    </>
  );

  function statusText(): string {
    if (isReading) return t('waiting');
    if (isRunWanted) return t('roles.proposing');
    if (isWaiting) return t('source.waiting');
    if (usable.length === 0) return t('noneUsed');
    if (made === null) return t('start');
    return [result ?? '', ...(made.key === key ? [] : [t('outdated')])].join(' ');
  }
}

function rolesOf({ roles, key, rowKey, currencyScope, day }: ResolvedChecks) {
  return { roles, key, rowKey, currencyScope, day };
}

/** What identifies a row from one snapshot to the next: the keys of the metadata, else what identifies a price. */
function keysOf({ key, roles }: ResolvedChecks, keys: readonly string[]): readonly string[] {
  if (keys.length > 0) return keys;
  return roles.validFrom === null || key.length === 0 ? key : [...key, roles.validFrom];
}

/** All that decides what a check finds. `keys` tell rows from one snapshot to the next. */
function settingOf(
  id: AnyCheckId,
  { resolved, spec }: Pick<Checks, 'resolved' | 'spec'>,
  keys: readonly string[],
): string {
  if (isOwnCheckId(id)) return spec.own.find((check) => check.id === id)?.refine ?? '';
  const { definition, parameters, source } = resolved.checks.find(
    (check) => check.definition.id === id,
  ) as SetCheck;
  const { roles, key, currencyScope, day } = resolved;
  const needed = [...definition.needs, ...(definition.needsOneOf ?? [])].map((role) => roles[role]);
  const isGrouped = definition.needs.includes('group');
  return JSON.stringify([
    needed,
    parameters,
    isGrouped ? [roles.currency, roles.unit] : null,
    definition.hasKey === true ? [key, roles.validFrom] : null,
    id === 'several-currencies' ? currencyScope : null,
    definition.hasDay === true ? day : null,
    ...(source === null ? [] : [source, keys]),
  ]);
}
