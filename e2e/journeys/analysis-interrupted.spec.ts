import type { Page } from '@playwright/test';
import { Grid } from '../support/grid';
import { HELD_BACK, LEAST_ROWS_OF_READING, type ServiceControl } from '../support/service-control';
import { MANAGER, againDialog, submitPasswordAgain } from '../support/session-steps';
import { expect, test } from '../support/test';

// Reading all rows must survive interruptions: a lost network, and the end of the session.

/** These rows fill more pages than are requested at the same time. */
const ROWS = 90_000;
const ALL_ROWS = 'All 90,000 rows of the snapshot';

const coverage = (page: Page) => page.getByRole('status', { name: 'Coverage' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'View of the snapshot' }).getByRole('tab', { name, exact: true });

async function run(page: Page, control: ServiceControl, signIn: (at: { at: string }) => Promise<void>) {
  await control.order({ do: 'change-settings', settings: { rowCount: ROWS } });
  await signIn({ at: '/prices/SalesPrice?v=1&fields=EntryNo;Name;Value' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await new Grid(page).expectRowLoaded(0);
  await control.order({ do: 'clear-journal' });
}

/** Lets some pages through and holds the others until the faults are cleared. */
async function holdPages(control: ServiceControl, skip: number): Promise<void> {
  const leastRows = LEAST_ROWS_OF_READING;
  await control.order({
    do: 'add-fault',
    rule: { on: 'extraction', times: null, skip, leastRows, fault: HELD_BACK },
  });
}

/** Returns the pages of rows that arrived, by the journal of the service. */
async function pagesRead(control: ServiceControl): Promise<number[]> {
  return (await control.journal()).flatMap(({ endpoint, body, status }) => {
    if (endpoint !== 'extraction' || body === null || status !== 200) return [];
    const { page, nrOfRecords } = JSON.parse(body) as { page: number; nrOfRecords: number };
    return nrOfRecords === 10_000 ? [page] : [];
  });
}

test('reading waits without a network, and where a session ends for the password; nothing is read twice @service-only', async ({
  page,
  context,
  signIn,
  serviceControl,
  problems,
}) => {
  problems.allowFailedRequest(/\/papi\//);
  problems.allowResponse(401, /\/papi\/api\//);
  problems.allowResponse(403, /\/papi\/token$/);
  await run(page, serviceControl, signIn);
  await holdPages(serviceControl, 2);
  await tab(page, 'Columns').click();
  await expect(coverage(page)).toHaveText(/^[1-9][\d,]* of 90,000 rows read so far$/);
  // The table appears only after the code of the view is loaded, so the network may be cut off.
  await expect(page.getByRole('table', { name: 'Column profile' })).toBeVisible();
  await context.setOffline(true);
  await serviceControl.order({ do: 'clear-faults' });
  await expect(page.getByText(/reading continues as soon as it does/)).toBeVisible();
  await serviceControl.order({ do: 'revoke-refresh-tokens' });
  await serviceControl.order({ do: 'expire-access-tokens' });
  await context.setOffline(false);
  await expect(againDialog(page)).toBeVisible();
  await submitPasswordAgain(page, MANAGER.password);
  await expect(againDialog(page)).toBeHidden();
  await expect(coverage(page)).toHaveText(ALL_ROWS);
  await expect(page.getByText(/reading continues as soon as it does/)).toBeHidden();
  const pages = await pagesRead(serviceControl);
  expect(pages.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
