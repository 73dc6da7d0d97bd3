import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Snapshot } from '@/contract/extraction';
import { createChecksHarness, PRICE_COLUMN, ROWS } from '@/test/checks-harness';
import { Remounted } from '@/test/remounted';
import { renderBuilder } from '@/test/render-query-builder';
import type { Reading } from '../../rows-read/reading/use-reading';
import { RowsReadProvider, RowsReadScopeProvider } from '../../rows-read/rows/rows-read-scope';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { ProposalScope } from './proposal-scope';
import { useEditedProposal, useProposalState } from './proposal-state';
import { useShownPrices } from './shown-prices';

const harness = createChecksHarness();

/** Shows the state of the scope, and has buttons that change what it is computed from. */
function Probe() {
  const { completed, isOutdated, checked, planned } = useProposalState();
  const { change } = useEditedProposal();
  const { chosen, show } = useShownPrices();
  const weigh = (weight: string | null) => change((draft) => ({ ...draft, weight }));
  const id = checked.status === 'checked' ? checked.id : null;
  return (
    <>
      <p data-testid="prices">{isOutdated ? 'outdated' : String(completed?.id)}</p>
      <p data-testid="checked">{`${checked.status} ${id}`}</p>
      <p data-testid="planned">{planned.status}</p>
      <p data-testid="shown">{JSON.stringify(chosen)}</p>
      <button type="button" onClick={() => show({ kind: 'found', check: 'below-cost', side: 'added' })}>
        Show what is new
      </button>
      <button type="button" onClick={() => weigh('UnitCost')}>
        Weigh
      </button>
      <button type="button" onClick={() => weigh(null)}>
        Do not weigh
      </button>
      <button type="button" onClick={() => change((draft) => ({ ...draft, validFrom: '2026-07-01' }))}>
        Set the day
      </button>
    </>
  );
}

function renderProposal() {
  const { engine, table } = harness.opened;
  const coverage = { kind: 'all', rowCount: ROWS.length } as const;
  const snapshot = { cacheKey: 'key', rowCount: ROWS.length } as Snapshot;
  const rowsRead = { engine, table, snapshot, coverage, revision: 1, misfits: {} };
  const reading = { state: { status: 'done', table }, store: { engine }, rowsRead } as unknown as Reading;
  const scope = {
    openSnapshot: { snapshot, takenAtMs: Date.UTC(2026, 5, 15) } as unknown as OpenSnapshot,
    reading,
    refinement: null,
    refining: null,
    comparable: [],
    comparableOf: () => [],
    priceColumns: [PRICE_COLUMN],
  };
  return renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: (
      <RowsReadScopeProvider value={scope}>
        <RowsReadProvider value={rowsRead}>
          <Remounted>
            <ProposalScope isShown>
              <Probe />
            </ProposalScope>
          </Remounted>
        </RowsReadProvider>
      </RowsReadScopeProvider>
    ),
  });
}

test('new prices, their checks and planned prices follow the rules; those of earlier rules are still there', async () => {
  const { user } = renderProposal();
  const shown = (name: string) => screen.getByTestId(name).textContent;
  await waitFor(() => expect(shown('checked')).toMatch(/^checked \d/));
  const [prices, checked] = [shown('prices'), shown('checked')];
  expect(prices).toMatch(/^\d+$/);
  expect(shown('planned')).toBe('none');
  await user.click(screen.getByRole('button', { name: 'Weigh' }));
  await waitFor(() => expect(shown('checked')).toMatch(/^checked \d/));
  expect(shown('prices')).not.toBe(prices);
  expect(shown('checked')).not.toBe(checked);
  await user.click(screen.getByRole('button', { name: 'Do not weigh' }));
  await waitFor(() => expect(shown('prices')).toBe(prices));
  expect(shown('checked')).toBe(checked);
  await user.click(screen.getByRole('button', { name: 'Set the day' }));
  await waitFor(() => expect(shown('planned')).toBe('found'));
});

test('the figure whose rows are shown is kept in the address, also over a reload', async () => {
  const { user } = renderProposal();
  const shown = () => screen.getByTestId('shown').textContent;
  expect(shown()).toBe('{"kind":"all"}');
  await user.click(screen.getByRole('button', { name: 'Show what is new' }));
  const found = '{"kind":"found","check":"below-cost","side":"added"}';
  await waitFor(() => expect(shown()).toBe(found));
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(shown()).toBe(found);
});
