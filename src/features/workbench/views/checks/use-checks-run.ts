import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useWords } from '@/ui/formats/use-words';
import { usePublish } from '../../controller/use-published-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { ANALYSIS_KEY, isEstimate, rowsReadKey } from '@/analysis/reading/rows-read';
import { useEngineTable } from '../../rows-read/reading/use-engine-table';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { CheckCount } from './check-outcome';
import { settingOf } from '@/analysis/checks/check-settings';
import { useNoteCheckedRun } from './checks-records.mutations';
import { checkedRunsQuery } from '../../rows-read/checks/checks-records.queries';
import { earlierCount, type CheckedRun } from '../../rows-read/checks/checks-records';
import type { SetCheck } from '@/analysis/checks/checks-spec';
import type { AnyCheckId } from '@/analysis/checks/own-checks';
import {
  dropCheckRun,
  parametersOf,
  runChecks,
  type CheckProgress,
  type CompletedRun,
} from '@/analysis/checks/run-checks';
import { checkName } from '@/analysis/checks/check-name';
import { isProbablyWrongSetUp } from '@/analysis/checks/wrong-set-up';
import type { Against } from '@/analysis/checks/source-rows';
import { checkedRowsOf, useRequestedChecks } from '../../rows-read/checks/use-requested-checks';
import type { CheckShare, ChecksRun } from './checks-state';
import { useDismissals } from './use-dismissals';
import { ownMember } from '@/lib/base/own-member';
import type { Checks } from '../../rows-read/checks/use-checks';

export interface ChecksRunOptions {
  readonly rowsRead: RowsRead | null;
  /** The checks to run; null until they are known, and if they cannot be used. */
  readonly checks: Checks | null;
  readonly isShown: boolean;
}

/** The engine keeps the tables of two runs, because the previous findings stay on screen until those of the new run can be shown. */
const RUNS_IN_USE = 2;

let lastId = 0;

const NO_RUNS: readonly CheckedRun[] = [];
const NO_COUNTS: ReadonlyMap<AnyCheckId, CheckCount> = new Map();
const NO_SHARES: readonly CheckShare[] = [];

/** Runs the checks when all rows are read, and again after changes. If rows are missing or a run was canceled, the user starts them. */
export function useChecksRun({ rowsRead, checks, isShown }: ChecksRunOptions): ChecksRun {
  const { openSnapshot } = useRowsReadScope();
  const t = useTranslations('checks');
  const { priceColumn, address } = useWorkbenchScope();
  const words = useWords();
  const { formatInteger } = words.formats;
  const records = useOwnRecords();
  const { data: runs = NO_RUNS } = useQuery(checkedRunsQuery(records));
  const noteRun = useNoteCheckedRun(records);
  // Stored counts are compared only among snapshots with the same filter and refinement.
  const filter = [address.filter ?? '', ...(address.refine === undefined ? [] : [address.refine])].join('|');
  const { takenAtMs } = openSnapshot;
  const identity = useMemo(
    () => ({ priceColumn: priceColumn.name, filter, takenAtMs }),
    [priceColumn, filter, takenAtMs],
  );
  const resolved = checks?.resolved ?? null;
  const table = rowsRead?.table ?? null;
  const coverage = rowsRead?.coverage ?? null;
  const { usable, keys, sourceOf, isReading, isProposing, isWaiting, settings } = useRequestedChecks({
    rowsRead,
    checks,
  });
  const againstOf = ({ definition }: SetCheck) => sourceOf(definition.id).against;
  const lackingText = useLackingText();
  const key = JSON.stringify([table?.sqlName, rowsRead?.revision, ...settings]);

  const [asked, setAsked] = useState(0);
  const attempt = `${asked} ${key}`;
  const [cancelled, setCancelled] = useState<string | null>(null);
  // The key of the set-up last seen in this view. While another view is on screen, a changed set-up does not start the checks.
  const [seenKey, setSeenKey] = useState<string | null>(null);
  if (isShown && seenKey !== key) setSeenKey(key);

  const runsAfterRefresh = checks?.saved?.runsAfterRefresh === true;
  const runsItself = coverage?.kind === 'all' || runsAfterRefresh || asked > 0;
  const isReady = !isReading && !isProposing && !isWaiting && usable.length > 0;
  const isWanted = isReady && runsItself && cancelled !== attempt && (seenKey === key || runsAfterRefresh);
  const runKey = [...(rowsRead === null ? ANALYSIS_KEY : rowsReadKey(rowsRead)), 'checks', attempt] as const;
  const { latest, failure: runFailure } = useEngineTable<CompletedRun, CheckProgress>({
    key: runKey,
    isWanted,
    keeps: RUNS_IN_USE,
    make: async (signal, report) => {
      if (rowsRead === null || checks === null) throw new RangeError('There are no rows to check.');
      const { engine, coverage: checked } = rowsRead;
      const rows = checkedRowsOf(rowsRead, checks.resolved);
      const run = await runChecks(engine, rows, usable, signal, report);
      if (checked.kind === 'all' && !signal.aborted) {
        const counts = run.results.map(({ id, rowCount }) => {
          return { check: id, setting: settingOf(id, checks, keys), rowCount };
        });
        noteRun.mutate({ ...identity, counts });
      }
      lastId += 1;
      return { value: { id: lastId, run, coverage: checked, key }, drop: () => dropCheckRun(engine, run) };
    },
  });
  // Findings are dropped when the table of their rows is.
  const last = latest !== null && latest.run.rows.table.sqlName === table?.sqlName ? latest : null;
  const dismissals = useDismissals(rowsRead?.engine ?? null, last, keys);
  const { of, counts } = dismissals;
  const completed = of !== null && of.run.rows.table.sqlName === table?.sqlName ? of : null;
  const isCurrent = completed?.key === key;
  const failure = runFailure ?? dismissals.failure;
  const hasFailed = failure !== null;
  const isRunning = isWanted && !isCurrent && !hasFailed;

  const resultText = (): string | null => {
    if (completed === null || counts === null) return null;
    const { openRows, open } = counts;
    const found =
      openRows === 0 ? completed.run.results.length : Object.values(open).filter((count) => count > 0).length;
    const rows = t('rows', { formatted: formatInteger(openRows), count: openRows });
    const text = openRows === 0 ? t('nothingFound', { checks: found }) : t('result', { rows, checks: found });
    return isEstimate(completed.coverage) && openRows > 0 ? t('estimate', { text }) : text;
  };
  const found = resultText();
  usePublish('checked', runsAfterRefresh && found !== null ? t('summary', { result: found }) : null);
  const statusText = (): string => {
    if (isReading) return t('waiting');
    if (isProposing) return t('roles.proposing');
    if (isWaiting) return t('source.waiting');
    if (usable.length === 0) return t('noneUsed');
    if (isRunning) return '';
    if (completed === null) return cancelled === attempt ? t('cancelled') : hasFailed ? '' : t('start');
    return isCurrent ? (found ?? '') : t('outdated');
  };

  const ownOfSpec = checks?.spec.own;
  const own = useMemo(
    () => [
      ...(ownOfSpec ?? []),
      ...(completed?.run.results ?? []).flatMap((each) => ('own' in each ? [each.own] : [])),
    ],
    [ownOfSpec, completed],
  );
  const countByCheck = useMemo(() => {
    if (completed === null || counts === null || checks === null) return NO_COUNTS;
    const { coverage: checked, run: ofRun } = completed;
    return new Map(
      ofRun.results.map(({ id, notJudged, referenceCounts }): [AnyCheckId, CheckCount] => [
        id,
        {
          open: ownMember(counts.open, id) ?? 0,
          dismissed: ownMember(counts.dismissed, id) ?? 0,
          earlier:
            checked.kind === 'all' ? earlierCount(runs, identity, id, settingOf(id, checks, keys)) : null,
          isEstimate: isEstimate(checked),
          notJudged,
          referenceCounts,
        },
      ]),
    );
  }, [completed, counts, checks, runs, identity, keys]);
  const nameOf = (id: AnyCheckId) => {
    const ran = completed?.run.results.find((result) => result.id === id);
    const set = resolved?.checks.find(({ definition }) => definition.id === id);
    return checkName(words, own, id, ran === undefined ? set?.parameters : parametersOf(ran));
  };
  const wrongSetUps = useMemo(
    () =>
      completed === null
        ? NO_SHARES
        : completed.run.results
            .map(({ id, rowCount }) => ({ id, found: rowCount, all: completed.run.rowCount }))
            .filter(({ id, found: rows, all }) => isProbablyWrongSetUp(id, rows, all)),
    [completed],
  );
  return {
    nameOf,
    wrongSetUps,
    completed,
    isOutdated: completed !== null && !isCurrent,
    isPending: isRunning || isReading || isProposing || isWaiting,
    isRunning,
    runKey,
    failure,
    start: isReady && !isRunning && !isCurrent ? () => setAsked((count) => count + 1) : null,
    cancel: () => setCancelled(attempt),
    status: statusText(),
    own,
    dismissals,
    sourceOf,
    countOf: (id) => countByCheck.get(id) ?? null,
    lackingOf: (check) => lackingText(againstOf(check)),
  };
}

function useLackingText(): (against: Against) => string | null {
  const t = useTranslations('checks.source');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  return (against) => {
    switch (against.status) {
      case 'ready':
      case 'waiting':
        return null;
      case 'failed':
        return t('failed');
      case 'unknown':
        return t('unknown', { priceColumn: against.priceColumn });
      case 'unmatched':
        return t('unmatched', { columns: list.format(against.columns) });
      case 'lacking': {
        const { columns } = against;
        if (columns.length === 0) return t('noKey');
        return t('lacking', { columns: list.format(columns), count: columns.length });
      }
    }
  };
}
