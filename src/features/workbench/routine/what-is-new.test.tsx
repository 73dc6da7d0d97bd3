import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import type { SavedView } from '../model/saved-view';
import type { RoutineResult } from './routine-result';
import type { ViewFailure } from './run-view';
import { WhatIsNew } from './what-is-new';

function listedView(id: string, name: string) {
  const view: SavedView = {
    id,
    name,
    priceColumn: 'PromotionPrice',
    query: { v: '1' },
    arrangement: null,
    isDefault: false,
    runsOnOpen: false,
    savedAtMs: 0,
  };
  return {
    view,
    owner: 'mine',
    displayName: 'Promotion price',
    words: '',
    shown: 'Rows',
    lastRun: null,
  } as const;
}

function resultOf(viewId: string): RoutineResult {
  return {
    viewId,
    priceColumn: 'PromotionPrice',
    ranAtMs: 1,
    now: { copyId: 'old', takenAtMs: 1, rowCount: 3, search: { v: '1' } },
    before: null,
    comparison: null,
    checks: null,
    notRun: [],
    isWithoutAdded: false,
  };
}

/** Renders a routine in which `Bolts` has failed and `Nuts` has succeeded; both had been run before. */
function renderFailed(failure: ViewFailure) {
  const exported: string[] = [];
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <WhatIsNew
            views={[listedView('bolts', 'Bolts'), listedView('nuts', 'Nuts')]}
            results={[resultOf('bolts'), resultOf('nuts')]}
            state={{
              isRunning: false,
              progress: new Map([
                ['bolts', { status: 'failed', failure }],
                ['nuts', { status: 'done' }],
              ]),
            }}
            copyIds={new Set(['old'])}
            renderExport={(listed) => {
              exported.push(...listed.map(({ view }) => view.view.name));
              return null;
            }}
          />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return exported;
}

const REFUSED = {
  kind: 'rejected',
  status: 404,
  messages: ['The price column PromotionPrice is archived.'],
} as const;

test.each<[string, ViewFailure, string]>([
  [
    'the price column is gone',
    { kind: 'no-price-column', name: 'PromotionPrice' },
    'The price column PromotionPrice is gone',
  ],
  [
    'the service refuses the query',
    { kind: 'snapshot', failure: { kind: 'service', failure: REFUSED } },
    'The service says: The price column PromotionPrice is archived.',
  ],
  [
    'the service refuses a page',
    { kind: 'reading', failure: { kind: 'service', failure: REFUSED } },
    'The service says: The price column PromotionPrice is archived.',
  ],
  [
    'a permission is missing',
    {
      kind: 'snapshot',
      failure: {
        kind: 'service',
        failure: { kind: 'forbidden', permission: 'api-prices', messages: ['Not for you.'] },
      },
    },
    'Not for you.',
  ],
])('a view of which %s says so, and shows nothing of the run before', (_why, failure, text) => {
  const exported = renderFailed(failure);
  const card = screen.getByRole('alert');
  expect(card).toHaveTextContent('Bolts');
  expect(card).toHaveTextContent('failed');
  expect(card).toHaveTextContent(text);
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('article', { name: 'Nuts' })).toBeVisible();
  expect(exported).toEqual(['Nuts']);
});

test('rows that do not fit into memory are not blamed on the service', () => {
  renderFailed({ kind: 'reading', failure: { kind: 'memory', budgetBytes: 1 } });
  expect(screen.getByRole('alert')).toHaveTextContent('could not be compared in this browser');
});
