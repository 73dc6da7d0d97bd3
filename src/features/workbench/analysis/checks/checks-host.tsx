import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconChecklist, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useAnnounce } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { useRestoredFocus } from '@/shared/ui/use-restored-focus';
import type { PriceColumn } from '@/contract/column';
import type { ComparableSnapshot } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { keyColumns } from '../../snapshot/row-identity';
import { useWorkbenchActions, useWorkbenchScope } from '../../use-workbench';
import { useSideOptions } from '../changes/use-side-options';
import type { AnalysedTable } from '../model/analysed-table';
import { isEstimate } from '../model/rows-read';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import { RefinedBar } from '../refine/refined-bar';
import type { Refining } from '../refine/use-refining';
import { CheckItem, type CheckCount } from './check-item';
import { canBeSource, costsFirst, matchSource, type MatchedSource } from './check-sources';
import { checksToParameter, NOTHING_CHOSEN } from './checks-address';
import { useNoteCheckedRun, useSaveChecks } from './checks-records.mutations';
import { checkedRunsQuery } from './checks-records.queries';
import { earlierCount } from './checks-records';
import classes from './checks.module.css';
import type { ResolvedChecks, SetCheck } from './checks-spec';
import { FindingsPanel } from './findings-panel';
import { OwnCheckItem } from './own-check-item';
import { isOwnCheckId, type AnyCheckId, type OwnCheck } from './own-checks';
import type { CheckSource, PriceColumnSource, SourceRows } from './partners';
import { RolesEditor } from './roles-editor';
import type { CheckableRows, RequestedCheck } from './run-checks';
import { PriceColumnReading, SourceRowsReading, type SourceRead } from './source-rows';
import { useCheckName } from './use-check-name';
import { useCheckRun } from './use-check-run';
import { useChecks, type Checks } from './use-checks';
import { useDismissals } from './use-dismissals';
import { useStoreOwnChecks } from './use-store-own-checks';

export interface ChecksHostProps {
  readonly shown: OpenSnapshot;
  readonly reading: Reading;
  /** What is left of the rows read; null for all of them. */
  readonly refining: Exclude<Refining, { readonly status: 'problem' }> | null;
  /** The snapshots of the price column that this browser knows, the latest first. */
  readonly comparable: readonly ComparableSnapshot[];
  /** All price columns, as far as they are known. */
  readonly priceColumns: readonly PriceColumn[];
  /** Whether the view is on screen; its findings stay while another one is. */
  readonly isShown: boolean;
  /** Called with what has been found, in words, where checks are run with every snapshot. */
  readonly onChecked: (text: string) => void;
  readonly onNarrow: () => void;
}

/** The view **Checks**: what the columns are, which checks are used, and what they find in the rows read. */
export function ChecksHost({ isShown, ...props }: ChecksHostProps) {
  const { reading, refining, onNarrow } = props;
  const { state, store } = reading;
  const refined = refining?.status === 'ready' ? refining.rowsRead : null;
  const rows = refining === null ? reading.rowsRead : refined;
  const rowsRead = useMemo(() => (rows === null ? null : { ...rows, engine: store.engine }), [rows, store]);
  if (state.status === 'choosing') {
    return isShown ? <SizeChoice reading={reading} onNarrow={onNarrow} /> : null;
  }
  return (
    <div className={classes['view']} hidden={!isShown}>
      {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
      {refining !== null && <RefinedBar refining={refining} />}
      {rowsRead === null || state.snapshotRows === 0 ? (
        <NoRowsRead reading={reading} />
      ) : (
        <ReadRows {...props} key={rowsRead.table.sqlName} rowsRead={rowsRead} />
      )}
    </div>
  );
}

interface ReadRowsProps extends Omit<ChecksHostProps, 'isShown'> {
  readonly rowsRead: CheckableRows;
}

function ReadRows(props: ReadRowsProps) {
  const t = useTranslations('checks');
  const { arrangeChecks } = useWorkbenchActions();
  const checks = useChecks(props.rowsRead);
  if (checks === null) return null;
  if ('ok' in checks) {
    return (
      <StatePanel
        icon={<IconLinkOff size={22} />}
        title={t('problem.title')}
        tone="warning"
        actions={<Button onClick={() => arrangeChecks(undefined)}>{t('problem.startOver')}</Button>}
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
  const { checks, rowsRead, shown, reading, comparable, priceColumns, onChecked, onNarrow } = props;
  const t = useTranslations('checks');
  const { table, coverage, engine, misfits, revision } = rowsRead;
  const { resolved } = checks;
  const { priceColumn, address, today, isLocked } = useWorkbenchScope();
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

  const [sourcesRead, setSourcesRead] = useState<Partial<Record<AnyCheckId, SourceRead | null>>>({});
  const others = useMemo(
    () => comparable.filter(({ cacheKey }) => cacheKey !== shown.snapshot.cacheKey),
    [comparable, shown],
  );
  const sourceOptions = useSideOptions(others);
  const otherColumns = useMemo(
    () => priceColumns.filter((each) => each.name !== priceColumn.name && canBeSource(each, isLocked)),
    [priceColumns, priceColumn, isLocked],
  );
  const keys = keysOf(resolved, keyColumns(priceColumn));

  const wanted = resolved.checks.filter(({ isUsed, missing }) => isUsed && missing.length === 0);
  const sourceColumnOf = ({ source }: SetCheck) =>
    source?.kind === 'price-column' ? (otherColumns.find(({ name }) => name === source.name) ?? null) : null;
  const matchedOf = (check: SetCheck): MatchedSource | null => {
    const there = sourceColumnOf(check);
    if (there === null || check.source?.kind !== 'price-column') return null;
    const here = { columns: table.columns, roles: resolved.roles };
    return matchSource(check.definition.id, check.source, there, here, isLocked);
  };
  const againstOf = (check: SetCheck): Against => {
    const { source } = check;
    if (source === null) return { status: 'ready', rows: null };
    const read = sourcesRead[check.definition.id] ?? null;
    if (source.kind === 'price-column') return rowsOfPriceColumn(source, matchedOf(check), read);
    const role = check.definition.sourceRole === 'cost' ? 'cost' : 'price';
    return rowsOfSnapshot(source, read, table, keys, resolved.roles[role]);
  };
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
  const { made, progress, failure } = state;
  const dismissals = useDismissals(engine, made, keys);
  const { counts } = dismissals;
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';

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
  const report = useEffectEvent(() => {
    if (result === null) return;
    announce(result);
    if (checks.saved?.runsAfterRefresh === true) onChecked(t('summary', { result }));
  });
  const reportedId = counts === null ? null : (made?.id ?? null);
  useEffect(() => report(), [reportedId]);

  const countOf = (id: AnyCheckId): CheckCount | null => {
    const found = made?.run.results.find((each) => each.id === id);
    if (found === undefined || made === null || counts === null) return null;
    const isCurrent = made.coverage.kind === 'all';
    return {
      open: counts.open[id] ?? 0,
      dismissed: counts.dismissed[id] ?? 0,
      earlier: isCurrent ? earlierCount(runs, identity, id, settingOf(id, checks, keys)) : null,
      isEstimate: isEstimate(made.coverage),
      partners: found.partners,
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
      {failure !== null && (
        <StatePanel icon={<IconAlertTriangle size={22} />} title={t('failed.title')} tone="failure">
          <p>{t(failure.kind === 'out-of-memory' ? 'failed.outOfMemory' : 'failed.text')}</p>
        </StatePanel>
      )}
      <RolesEditor checks={checks} columns={table.columns} />
      {wanted.map((check) => {
        const { definition, source } = check;
        const { id } = definition;
        const there = sourceColumnOf(check);
        const matched = matchedOf(check);
        const shared = {
          checkName: t(`checks.${id}.name`),
          shown,
          reading,
          isNeeded: !isReading,
          onRead: (read: SourceRead | null) => setSourcesRead((before) => ({ ...before, [id]: read })),
          onNarrow,
        };
        if (source === null) return null;
        if (source.kind !== 'price-column') {
          return <SourceRowsReading {...shared} key={`${id} ${JSON.stringify(source)}`} source={source} />;
        }
        // The columns there are its key, whatever they are matched with here.
        if (there === null || matched === null || matched.amount === null) return null;
        const fields = [
          ...new Set([
            ...matched.keys.map((each) => each.there),
            matched.amount,
            ...(matched.currency === null ? [] : [matched.currency.there]),
          ]),
        ];
        return (
          <PriceColumnReading
            {...shared}
            key={`${id} ${JSON.stringify([there.name, fields])}`}
            there={there}
            fields={fields}
          />
        );
      })}
      <section ref={listRef} tabIndex={-1} aria-label={t('list')} {...restoredFocus}>
        <h2 className={classes['title']}>{t('list')}</h2>
        <ul aria-label={t('list')} className={classes['checks']}>
          {resolved.checks.map((check) => (
            <CheckItem
              key={check.definition.id}
              check={check}
              checks={checks}
              columns={table.columns}
              sources={sourceOptions}
              priceColumns={check.definition.sourceRole === 'cost' ? costsFirst(otherColumns) : otherColumns}
              matched={matchedOf(check)}
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

function rolesOf({ roles, key, currencyScope, day }: ResolvedChecks) {
  return { roles, key, currencyScope, day };
}

/** What identifies a row from one snapshot to the next: the keys of the metadata, else what identifies a price. */
function keysOf({ key, roles }: ResolvedChecks, keys: readonly string[]): readonly string[] {
  if (keys.length > 0) return keys;
  return roles.validFrom === null || key.length === 0 ? key : [...key, roles.validFrom];
}

/** What a check holds prices against. */
type Against =
  /** Without rows where it needs columns alone. */
  | { readonly status: 'ready'; readonly rows: SourceRows | null }
  | { readonly status: 'waiting' | 'failed' }
  /** The price column is not there, or the account may not view what is needed of it. */
  | { readonly status: 'unknown'; readonly priceColumn: string }
  /** Key columns there of which no column here is known to be the same. */
  | { readonly status: 'unmatched'; readonly columns: readonly string[] }
  /** Columns that the rows of the source lack; none where nothing tells rows apart. */
  | { readonly status: 'lacking'; readonly columns: readonly string[] };

function rowsOfSnapshot(
  source: CheckSource,
  read: SourceRead | null,
  table: AnalysedTable,
  keys: readonly string[],
  amount: string | null,
): Against {
  if (amount === null) return { status: 'ready', rows: null };
  if (read === null) return { status: 'waiting' };
  if (read.status === 'failed') return { status: 'failed' };
  const has = (of: AnalysedTable, name: string) => of.columns.some((column) => column.name === name);
  const missing = keys.filter((name) => !has(table, name) || !has(read.table, name));
  const isAmount = read.table.columns.some(({ name, type }) => name === amount && type === 'number');
  const lacking = isAmount ? missing : [...missing, amount];
  if (keys.length === 0 || lacking.length > 0) return { status: 'lacking', columns: lacking };
  const same = keys.map((name) => ({ here: name, there: name }));
  return { status: 'ready', rows: { source, table: read.table, keys: same, amount, currency: null } };
}

function rowsOfPriceColumn(
  source: PriceColumnSource,
  matched: MatchedSource | null,
  read: SourceRead | null,
): Against {
  if (matched === null || matched.amount === null) return { status: 'unknown', priceColumn: source.name };
  const { amount, currency } = matched;
  const unmatched = matched.keys.filter(({ here }) => here === null).map(({ there }) => there);
  if (unmatched.length > 0) return { status: 'unmatched', columns: unmatched };
  if (read === null) return { status: 'waiting' };
  if (read.status === 'failed') return { status: 'failed' };
  const keys = matched.keys.flatMap(({ here, there }) => (here === null ? [] : [{ here, there }]));
  return { status: 'ready', rows: { source, table: read.table, keys, amount, currency } };
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

interface RemovedCheckProps {
  readonly check: OwnCheck;
  /** Its place among the own checks. */
  readonly index: number;
  readonly onRestored: () => void;
}

/** Says which check was removed last, and brings it back. */
function RemovedCheck({ check, index, onRestored }: RemovedCheckProps) {
  const t = useTranslations('checks.own');
  const announce = useAnnounce();
  const store = useStoreOwnChecks();
  const [hasFailed, setHasFailed] = useState(false);
  const restore = async () => {
    const isStored = await store((own) =>
      own.some(({ id }) => id === check.id) ? own : own.toSpliced(index, 0, check),
    );
    setHasFailed(!isStored);
    if (!isStored) return;
    announce(t('restored', { name: check.name }));
    onRestored();
  };
  return (
    <p className={`${classes['note']} ${classes['ownHint']}`}>
      {t('removed', { name: check.name })}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void restore()}>
        {t('undoRemove')}
      </Button>
      {hasFailed && <span className={classes['ownFailure']}> {t('notStored')}</span>}
    </p>
  );
}

interface RunButtonProps {
  readonly isRunning: boolean;
  readonly isAgain: boolean;
  readonly isDisabled: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** **Run checks**, or **Cancel** while they run. */
function RunButton({ isRunning, isAgain, isDisabled, onRun, onCancel }: RunButtonProps) {
  const t = useTranslations('checks');
  const container = useRef<HTMLDivElement>(null);
  // One button replaces the other.
  const restoredFocus = useRestoredFocus(() => container.current?.querySelector('button')?.focus());
  return (
    <div ref={container} {...restoredFocus}>
      {isRunning ? (
        <Button key="cancel" size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : (
        <Button
          key="run"
          size="xs"
          leftSection={<IconChecklist size={15} aria-hidden="true" />}
          disabled={isDisabled}
          onClick={onRun}
        >
          {t(isAgain ? 'runAgain' : 'run')}
        </Button>
      )}
    </div>
  );
}

interface RunProgressProps {
  readonly progress: MadeProgress;
  readonly own: readonly OwnCheck[];
}

function RunProgress({ progress: { done, all, current }, own }: RunProgressProps) {
  const t = useTranslations('checks');
  const nameOf = useCheckName(own);
  const { formatPercent } = useFormats();
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
      <span className={classes['note']}>
        {t('running', { number: done + 1, all, check: nameOf(current) })}
      </span>
    </>
  );
}

type MadeProgress = NonNullable<ReturnType<typeof useCheckRun>['state']['progress']>;

/** **Save checks** for the price column, and whether they are run with every snapshot. */
function SaveChecks({ checks }: { readonly checks: Checks }) {
  const t = useTranslations('checks.save');
  const { priceColumn } = useWorkbenchScope();
  const { arrangeChecks } = useWorkbenchActions();
  const announce = useAnnounce();
  const [note, setNote] = useState('');
  const save = useSaveChecks(useOwnRecords(), priceColumn.name);
  const runsAfterRefresh = checks.saved?.runsAfterRefresh === true;

  function store(changes: { readonly runsAfterRefresh?: boolean }): void {
    const parameter = checksToParameter(checks.spec) ?? NOTHING_CHOSEN;
    save.mutate(
      { priceColumn: priceColumn.name, checks: parameter, runsAfterRefresh, ...changes },
      {
        onSuccess: () => {
          const text = t('saved', { priceColumn: priceColumn.displayName });
          setNote(text);
          announce(text);
          arrangeChecks(undefined);
        },
        onError: () => {
          setNote(t('failed'));
          announce(t('failed'));
        },
      },
    );
  }

  return (
    <div className={classes['save']}>
      {note !== '' && checks.isSaved && <span className={classes['note']}>{note}</span>}
      <Checkbox
        size="xs"
        label={t('everyRefresh')}
        checked={runsAfterRefresh}
        onChange={(event) => store({ runsAfterRefresh: event.currentTarget.checked })}
      />
      <Button
        size="xs"
        variant="default"
        disabled={checks.isSaved && checks.saved !== null}
        onClick={() => store({})}
      >
        {t('button')}
      </Button>
    </div>
  );
}
