import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { IntlProvider } from 'use-intl';
import { vi } from 'vitest';
import type { ExtractionQuery } from '@/contract/extraction';
import { rightsFromIds, type Rights } from '@/session/rights';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { WHOLE_COLUMN, type DraftQuery } from '@/features/workbench/model/draft-query';
import { TEST_PRICE_COLUMN } from '@/features/workbench/model/test-price-column';
import { QueryBuilder, type QueryBuilderHandle } from '@/features/workbench/components/query-builder';

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
  readonly applied?: DraftQuery | null;
  readonly rights?: Rights;
  readonly formats?: string;
  readonly refusals?: readonly string[];
  readonly isRun?: boolean;
}

/** The query builder of the test price column, and what it would run. */
export function renderBuilder({
  applied = WHOLE_COLUMN,
  rights = rightsFromIds([]),
  formats = 'en-GB',
  refusals = [],
  isRun = applied !== null,
}: Options = {}) {
  const onRun = vi.fn<(draft: DraftQuery, query: ExtractionQuery) => void>();
  const handle = createRef<QueryBuilderHandle>();
  const builder = (of: DraftQuery | null) => (
    <MantineProvider env="test">
      <FormatSettingsProvider defaultLanguage="en" defaultFormats={formats}>
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <QueryBuilder
            priceColumn={TEST_PRICE_COLUMN}
            rights={rights}
            applied={of}
            isRunning={false}
            refusals={refusals}
            links={{
              query: 'https://console.example.com/prices/SalesPrice?v=1',
              snapshot: isRun ? 'https://console.example.com/prices/SalesPrice?v=1&cacheKey=k' : null,
              isOfThisBrowser: false,
            }}
            ref={handle}
            onRun={onRun}
            onCancel={() => undefined}
          />
        </IntlProvider>
      </FormatSettingsProvider>
    </MantineProvider>
  );
  const { rerender, unmount } = render(builder(applied));
  return {
    onRun,
    handle,
    user: userEvent.setup(),
    unmount,
    /** The address changes. */
    apply: (next: DraftQuery | null) => {
      rerender(builder(next));
    },
    lastRun: () => onRun.mock.lastCall?.[1],
  };
}

export type User = ReturnType<typeof renderBuilder>['user'];

/** By its accessible name. */
export function group(name: string) {
  return within(screen.getByRole('group', { name }));
}

export async function choose(user: User, scope: ReturnType<typeof within>, label: string, option: string) {
  await user.click(scope.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Gives the new condition, whose number it is told. */
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
