import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { beforeAll, vi } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import type { ExtractionQuery, ExtractPageInput, SnapshotPage } from '@/contract/extraction';
import { preloadRuleEditors } from '@/features/workbench/query/lazy-editors';
import { QueryBuilder } from '@/features/workbench/query/query-builder';
import { QueryProvider, useQueryPanelState } from '@/features/workbench/query/query-context';
import { QueryLine } from '@/features/workbench/query/query-line';
import { conditionOf, WHOLE_COLUMN, type DraftQuery } from '@/features/workbench/model/draft-query';
import { unpackSearch } from '@/features/workbench/model/packed-search';
import { operatorIds } from '@/analysis/conditions/operators';
import { wholeQueryToSearch } from '@/features/workbench/model/whole-query';
import { TEST_PRICE_COLUMN } from './test-price-column';
import { testSnapshot } from './test-snapshot';
import type { WorkbenchSearch } from '@/features/workbench/model/workbench-search';
import { useConnectedWorkbench } from '@/features/workbench/controller/use-connected-workbench';
import { WorkbenchProvider } from '@/features/workbench/controller/use-workbench';
import { addedPlace, setupPlace } from '@/features/workbench/controller/places';
import type { WorkbenchActions } from '@/features/workbench/controller/workbench-actions';
import { rightsFromIds, type Rights } from '@/session/rights/rights';
import type { Session } from '@/session/session';
import { SessionProvider } from '@/session/session-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { ServiceError } from '@/ui/http/service-error';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { createMemoryRecords } from '@/test/memory-records';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { RecordStorageContext } from '@/session/use-own-records';
import { coreOf } from './session-parts';

// In the product, the pointer or the focus loads these editors before they are needed.
beforeAll(preloadRuleEditors);

/** A query with one condition. */
export const NAMED: DraftQuery = {
  ...WHOLE_COLUMN,
  filters: [
    {
      kind: 'text',
      operator: 'is',
      id: 'filter-1',
      isDisabled: false,
      field: 'Name',
      value: { value: 'a', text: null },
      to: { value: null, text: null },
      values: [],
      days: { value: null, text: null },
    },
  ],
};

interface Options {
  readonly priceColumn?: PriceColumn;
  readonly applied?: DraftQuery | null;
  readonly rights?: Rights;
  readonly formats?: string;
  /** The messages with which the service rejects every query. */
  readonly serviceMessages?: readonly string[];
  readonly isRun?: boolean;
  /** Whether the query line is rendered, too. */
  readonly hasLine?: boolean;
  /** Whether the builder itself is rendered. That would take most of the time of a view's test. */
  readonly hasBuilder?: boolean;
  /** Content that is rendered in the same workbench. */
  readonly beside?: ReactNode;
}

/** Renders the query builder in a workbench whose service is controlled by the test. */
export function renderBuilder({
  priceColumn = TEST_PRICE_COLUMN,
  applied = WHOLE_COLUMN,
  rights = rightsFromIds([]),
  formats = 'en-GB',
  serviceMessages = [],
  isRun = applied !== null,
  hasLine = false,
  hasBuilder = true,
  beside = null,
}: Options = {}) {
  const onRun = vi.fn<(query: ExtractionQuery) => void>();
  const respond: { current: (page: SnapshotPage) => void } = { current: () => undefined };
  const session = sessionOf(rights, (input) => {
    if (input.query !== undefined) onRun(input.query);
    if (serviceMessages.length > 0) {
      const failure = { kind: 'rejected', status: 400, messages: [...serviceMessages] } as const;
      return Promise.reject(new ServiceError(failure, 400));
    }
    return new Promise((resolve) => {
      respond.current = resolve;
    });
  });
  const queryClient = new QueryClient();
  const records = createMemoryRecords();
  let workbench: RenderedWorkbench | null = null;
  const rendered = () => {
    if (workbench === null) throw new Error('The workbench has not been rendered.');
    return workbench;
  };

  const { unmount } = render(
    <MantineProvider env="test">
      <FormatSettingsProvider defaultLanguage="en" defaultFormats={formats}>
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <QueryClientProvider client={queryClient}>
            <SessionProvider session={session}>
              <RecordStorageContext value={records}>
                <AnnouncerProvider>
                  <TestWorkbench
                    priceColumn={priceColumn}
                    start={addressOf(applied, priceColumn)}
                    isRun={isRun}
                    hasLine={hasLine}
                    hasBuilder={hasBuilder}
                    beside={beside}
                    onRendered={(of) => {
                      workbench = of;
                    }}
                  />
                </AnnouncerProvider>
              </RecordStorageContext>
            </SessionProvider>
          </QueryClientProvider>
        </IntlProvider>
      </FormatSettingsProvider>
    </MantineProvider>,
  );
  return {
    onRun,
    user: userEvent.setup(),
    unmount,
    /** Returns the actions of the workbench that the results dispatch. */
    actions: () => rendered().actions,
    /**
     * Adds a filter without a value and returns its group, like `addFilter`, but without user events, which would take most of
     * a test's time.
     */
    startFilter: (number: number, fieldName: string, operator?: string) => {
      const field = priceColumn.fields.find(({ name }) => name === fieldName);
      if (field === undefined) throw new Error(`There is no field ${fieldName}.`);
      const operatorId = operator?.replaceAll(' ', '-') ?? operatorIds(field.type)[0] ?? '';
      const filter = conditionOf(field, operatorId, { id: `started-${number}`, isDisabled: false });
      if (filter === null) throw new Error(`${fieldName} has no operator ${operatorId}.`);
      act(() => rendered().actions.edit({ type: 'insert-filter', index: number - 1, filter }));
      return group(`Filter ${number}`);
    },
    /** Navigates the browser to the address of another query. */
    apply: (next: DraftQuery | null) => {
      act(() => rendered().goTo(addressOf(next, priceColumn)));
    },
    /** Resolves the pending run with an empty snapshot. */
    succeed: async () => {
      await act(async () => {
        respond.current(EMPTY_PAGE);
        await Promise.resolve();
      });
    },
    lastRun: () => onRun.mock.lastCall?.[0],
  };
}

const NO_REQUEST = { shownField: null, isRun: false };

interface RenderedWorkbench {
  readonly actions: WorkbenchActions;
  readonly goTo: (search: WorkbenchSearch) => void;
}

function TestWorkbench({
  priceColumn,
  start,
  isRun,
  hasLine,
  hasBuilder,
  beside,
  onRendered,
}: {
  readonly priceColumn: PriceColumn;
  readonly start: WorkbenchSearch;
  readonly isRun: boolean;
  readonly hasLine: boolean;
  readonly hasBuilder: boolean;
  readonly beside: ReactNode;
  readonly onRendered: (workbench: RenderedWorkbench) => void;
}) {
  const [search, setSearch] = useState(start);
  const address = useMemo(() => unpackSearch(search, new Map()), [search]);
  const workbench = useConnectedWorkbench({
    priceColumn,
    address,
    arrival: NO_REQUEST,
    hasAnalysis: true,
    onNavigate: setSearch,
  });
  const { actions } = workbench.store;
  useEffect(() => {
    onRendered({ actions, goTo: setSearch });
  }, [actions, onRendered]);
  return (
    <WorkbenchProvider value={workbench}>
      <QueryProvider>
        <setupPlace.Provider>
          <addedPlace.Provider>
            {hasLine && <QueryLine />}
            {hasBuilder && <Panel isRun={isRun} />}
            {beside}
          </addedPlace.Provider>
        </setupPlace.Provider>
      </QueryProvider>
    </WorkbenchProvider>
  );
}

const QUERY_LINK = 'https://console.example.com/prices/SalesPrice?v=1';
const LINKS = {
  query: () => QUERY_LINK,
  snapshot: () => `${QUERY_LINK}&cacheKey=k`,
  isOfThisBrowser: () => false,
};

function Panel({ isRun }: { readonly isRun: boolean }) {
  const { isShown } = useQueryPanelState();
  return isShown && <QueryBuilder links={isRun ? LINKS : { ...LINKS, snapshot: null }} />;
}

function addressOf(query: DraftQuery | null, priceColumn: PriceColumn): WorkbenchSearch {
  return query === null ? {} : wholeQueryToSearch(query, { priceColumn });
}

const EMPTY_PAGE: SnapshotPage = {
  snapshot: testSnapshot({ cacheKey: 'taken', rowCount: 0, expiresAtMs: 3_600_000 }),
  columns: ['Number'],
  page: 1,
  rows: [],
};

function sessionOf(rights: Rights, send: (input: ExtractPageInput) => Promise<SnapshotPage>): Session {
  const state = {
    status: 'signed-in',
    account: coreOf('session-1').account,
    rights,
    renewsAtMs: null,
    connection: 'online',
    isKept: false,
  } as const;
  return {
    getState: () => state,
    subscribe: () => () => undefined,
    client: { send: (_: unknown, input: ExtractPageInput) => send(input) },
  } as unknown as Session;
}

export type User = ReturnType<typeof renderBuilder>['user'];

export function group(name: string) {
  return within(screen.getByRole('group', { name }));
}

export async function choose(user: User, scope: ReturnType<typeof within>, label: string, option: string) {
  await user.click(scope.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Adds a filter and returns its group; `number` is the number of the new filter. */
export async function addFilter(user: User, number: number, field: string, operator?: string) {
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const filter = group(`Filter ${number}`);
  await choose(user, filter, 'Field', field);
  if (operator !== undefined) await choose(user, filter, 'Operator', operator);
  return filter;
}

export async function run(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Run' }));
}
