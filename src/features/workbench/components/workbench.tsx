import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { viewState } from '@/session/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { snapshotQuery } from '../api/snapshot.queries';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { queryFromSearch, queryToSearch } from '../model/query-address';
import { resolveQuery } from '../model/resolve-query';
import { sortedBy } from '../model/header-sort';
import type { WorkbenchSearch } from '../model/workbench-search';
import { ResultsPanel } from '../results/results-panel';
import { snapshotFailure } from '../snapshot/snapshot-failure';
import { useRun } from '../snapshot/use-run';
import { AddressProblems } from './address-problems';
import { QueryBuilder, type QueryBuilderHandle } from './query-builder';
import { useQueryWords } from './use-query-words';
import { useToday } from './use-today';
import classes from './workbench.module.css';
import { WorkbenchLayout } from './workbench-layout';

export interface WorkbenchProps {
  readonly priceColumn: PriceColumn;
  /** The address: the applied query and the snapshot it led to. */
  readonly search: WorkbenchSearch;
  /** Goes to another address of this workbench, as a step of the browser's history. */
  readonly onNavigate: (search: WorkbenchSearch) => void;
}

/** Builds a query of a price column and shows the snapshot it leads to. */
export function Workbench({ priceColumn, search, onNavigate }: WorkbenchProps) {
  const rights = useRights();
  const client = useServiceClient();
  const today = useToday();
  const run = useRun(priceColumn.name);
  const builder = useRef<QueryBuilderHandle>(null);

  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const { v, fields, filter, sort } = search;
  const { draft: applied, problems } = useMemo(
    () => queryFromSearch({ v, fields, filter, sort }, priceColumn, isLocked),
    [v, fields, filter, sort, priceColumn, isLocked],
  );

  const sayQuery = useQueryWords();
  const words = useMemo(
    () => (applied === null ? null : sayQuery(applied, priceColumn)),
    [applied, priceColumn, sayQuery],
  );
  // Also the name of the step in the browser's history.
  usePageTitle(words === null ? priceColumn.displayName : `${priceColumn.displayName}: ${shortened(words)}`);

  const cacheKey = search.cacheKey ?? null;
  const opening = useQuery(snapshotQuery(client, priceColumn.name, cacheKey, applied?.fields ?? null));
  // Without a key in the address nothing has been run there, whatever was shown before.
  const shown = cacheKey === null ? null : (opening.data ?? null);

  function start(draft: DraftQuery, query: ExtractionQuery): void {
    run.start(query, (taken) => {
      onNavigate({ ...queryToSearch(draft), cacheKey: taken });
    });
  }

  function startAgain(draft: DraftQuery): void {
    const resolved = resolveQuery(draft, { priceColumn, isLocked, today });
    if (resolved.ok) start(draft, resolved.query);
  }

  return (
    <div className={classes['workbench']}>
      <Heading priceColumn={priceColumn} words={words} />
      {problems.length > 0 && <AddressProblems key={JSON.stringify(problems)} problems={problems} />}
      <div className={classes['body']}>
        <WorkbenchLayout
          query={({ collapse, expand }) => (
            <QueryBuilder
              ref={builder}
              priceColumn={priceColumn}
              rights={rights}
              applied={applied}
              isRunning={run.state.status === 'running'}
              link={location.href}
              onRun={start}
              onCancel={run.cancel}
              onCollapse={collapse}
              onReveal={expand}
            />
          )}
        >
          <ResultsPanel
            priceColumn={priceColumn}
            shown={shown}
            run={run.state}
            opening={{
              isPending: opening.isFetching,
              failure: opening.error === null ? null : snapshotFailure(opening.error),
            }}
            hasFilters={applied !== null && applied.filters.length > 0}
            sort={(applied?.sort ?? []).flatMap(({ field, direction }) =>
              field === null ? [] : [{ columnId: field, direction }],
            )}
            initialRow={search.row === undefined ? null : Number.parseInt(search.row, 10) - 1}
            onSort={(columnId, { isAdditive }) => {
              builder.current?.editAndRun((draft) => sortedBy(draft, columnId, isAdditive));
            }}
            onRefresh={() => {
              startAgain(applied ?? WHOLE_COLUMN);
            }}
            onCancel={run.cancel}
            onRetryRun={run.retry}
            onDismissFailure={run.dismiss}
            onRetryOpening={() => void opening.refetch()}
          />
        </WorkbenchLayout>
      </div>
    </div>
  );
}

interface HeadingProps {
  readonly priceColumn: PriceColumn;
  /** Of the applied query; null: nothing has been run. */
  readonly words: string | null;
}

function Heading({ priceColumn, words }: HeadingProps) {
  const t = useTranslations('results');
  return (
    <header className={classes['header']}>
      <h1 className={classes['title']}>{priceColumn.displayName}</h1>
      <code className={classes['source']} title={t('sourceTable')}>
        {priceColumn.sourceTable}
      </code>
      {words !== null && (
        <p className={classes['words']} title={words}>
          {words}
        </p>
      )}
      {words === null && priceColumn.description !== null && (
        <p className={classes['description']}>{priceColumn.description}</p>
      )}
    </header>
  );
}

const MAX_TITLE_LENGTH = 100;

function shortened(words: string): string {
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1)}…` : words;
}
