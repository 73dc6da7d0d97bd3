import type { Page } from '@playwright/test';
import type { ControlOrder } from '@mocks/service/control-endpoint';
import { TEST_ACCOUNTS } from '@mocks/data/accounts';
import { ITEM_TABLE } from '@mocks/data/item-table';
import { expectNoAxeViolations } from '../support/axe';
import { keptRecords } from '../support/kept-records';
import { submitCredentials } from '../support/sign-in';
import { expect, test } from '../support/test';

const SCHEMA = '/schema/item';

const table = (page: Page) => page.getByRole('table', { name: 'Columns' });
const details = (page: Page) => page.getByRole('region', { name: 'Column details' });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

type Fault = Extract<ControlOrder, { do: 'add-fault' }>['rule']['fault'];

/** Until the faults are cleared. */
function faultOnTable(fault: Fault): ControlOrder {
  return { do: 'add-fault', rule: { on: 'item-table', times: null, fault } };
}

const SIGN_INS: readonly { readonly by: string; readonly signIn: (page: Page) => Promise<void> }[] = [
  {
    by: 'a token that is no JWT',
    signIn: (page) =>
      submitCredentials(page, TEST_ACCOUNTS.opaqueToken.userName, TEST_ACCOUNTS.opaqueToken.password),
  },
  {
    by: 'a token without rights',
    signIn: (page) =>
      submitCredentials(
        page,
        TEST_ACCOUNTS.tokenWithoutRights.userName,
        TEST_ACCOUNTS.tokenWithoutRights.password,
      ),
  },
  {
    by: 'an API key',
    signIn: async (page) => {
      await page.getByRole('tab', { name: 'API key' }).click();
      await submitCredentials(page, TEST_ACCOUNTS.nobody.userName, TEST_ACCOUNTS.nobody.password);
    },
  },
];

for (const { by, signIn } of SIGN_INS) {
  test(`with ${by} rights are unknown: everything sent is shown, nothing is promised @service-only`, async ({
    page,
  }) => {
    await page.goto(SCHEMA);
    await signIn(page);
    await expect(page.getByText(/^Rights unknown: /)).toBeVisible();
    await expect(row(page, 'CostForPricing')).toContainText('decimal(18,4)');
    await expect(
      row(page, 'CostForPricing').getByRole('img', { name: 'unknown whether granted' }),
    ).toHaveCount(3);
    await expect(table(page).getByRole('img', { name: 'granted', exact: true })).toHaveCount(0);
    await expect(table(page)).not.toContainText('Locked');

    await row(page, 'CostForPricing').getByRole('button', { name: 'CostForPricing', exact: true }).click();
    await expect(details(page).getByRole('list').first().getByRole('listitem')).toHaveText([
      'Viewing needs dataadmin-item_CostForPricing_view; whether you have it is unknown',
      'Editing needs dataadmin-item_CostForPricing_edit and dataadmin-item_edit; whether you have that is unknown',
    ]);
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Editable' }).click();
    await expect(
      page.getByText('10 of 11 columns, for 10 of them it is unknown whether you may edit'),
    ).toBeVisible();
  });
}

test('a record that is incomplete or strange is shown with what is known of it; the rest is fine @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  const [number] = ITEM_TABLE;
  const { typeName: _typeName, is_nullable: _isNullable, ...incomplete } = { ...number, name: 'Incomplete' };
  const strange = {
    ...number,
    name: 'Strange',
    typeName: 'geography',
    typeName_display: 'geography',
    DATA_TYPE: 'Shape',
    FORMATTING: '[>5]odd',
    ALIGN: 'Centre',
    is_primary_key: false,
    colour: { of: ['paint', 7] },
  };
  const wrong = {
    ...number,
    name: 'Wrong',
    column_id: 'x',
    max_length: '12',
    precision: true,
    default_value: 5,
    EditSecurityRightID: 3,
    canEdit: 'yes',
    IsKey: null,
    Condition: null,
  };
  const data = [number, incomplete, strange, wrong, {}, { name: 12 }];
  await serviceControl.order(faultOnTable({ kind: 'data', data }));
  await signIn({ at: SCHEMA });

  await expect(table(page).getByRole('row')).toHaveCount(data.length + 1);
  await expect(row(page, 'Number')).not.toContainText('incomplete metadata');
  await expect(row(page, 'Number')).toContainText('nvarchar(128)');
  await expect(row(page, 'Incomplete')).toContainText('incomplete metadata');
  await expect(row(page, 'Incomplete').getByRole('cell').nth(1)).toHaveText('not stated');
  await expect(row(page, 'Strange')).not.toContainText('incomplete metadata');
  await expect(row(page, 'Strange')).toContainText('Unknown type');
  await expect(row(page, 'Strange')).toContainText('unknown format');
  await expect(row(page, 'Wrong')).toContainText('incomplete metadata');
  // Whether these may be seen is unknown: they are locked rather than shown.
  await expect(row(page, '(column 5)')).toContainText('Locked');
  await expect(row(page, '(column 6)')).toContainText('a right that cannot be read');
  await expectNoAxeViolations(page);

  await row(page, 'Strange').getByRole('button', { name: 'Strange', exact: true }).click();
  await expect(details(page).getByRole('region', { name: 'Not in the API specification' })).toContainText(
    'colour{"of":["paint",7]}',
  );
  await row(page, 'Wrong').getByRole('button', { name: 'Wrong', exact: true }).click();
  await expect(details(page)).toContainText('The service sent incomplete metadata for this column.');
  await expect(details(page).getByText('cannot be read', { exact: true })).toHaveCount(8);
  await expect(details(page)).toContainText('Treated as read-only: the service does not say');
});

const FAILURES: readonly {
  readonly of: string;
  readonly fault: Fault;
  readonly title: string;
  readonly status?: number;
  readonly says?: string;
}[] = [
  {
    of: 'a response that did not succeed',
    fault: { kind: 'not-succeeded', errors: ['The catalogue is locked.'] },
    title: 'The service refused the request',
    says: 'The catalogue is locked.',
  },
  {
    of: '401 in spite of a fresh token',
    fault: { kind: 'status', status: 401 },
    title: 'You are not signed in',
    status: 401,
  },
  { of: '403', fault: { kind: 'status', status: 403 }, title: 'You may not see this', status: 403 },
  { of: '500', fault: { kind: 'status', status: 500 }, title: 'The service failed', status: 500 },
  { of: 'a page in place of JSON', fault: { kind: 'html' }, title: 'The answer cannot be read' },
  {
    of: 'data that is no table',
    fault: { kind: 'data', data: { a: 1 } },
    title: 'The answer cannot be read',
  },
  { of: 'an empty table', fault: { kind: 'data', data: [] }, title: 'The item table has no columns' },
];

test('a failure is named as what it is, and one press asks again without losing the focus @service-only', async ({
  page,
  problems,
  signIn,
  serviceControl,
}) => {
  await signIn();
  for (const { of, fault, title, status, says } of FAILURES) {
    await test.step(of, async () => {
      if (status !== undefined) problems.allowResponse(status, /\/api\/tables\/item$/);
      await serviceControl.order(faultOnTable(fault));
      await page.goto(SCHEMA);
      await expect(heading(page, title)).toBeVisible();
      if (says !== undefined) await expect(page.getByText(says)).toBeVisible();
      await expect(table(page)).toBeHidden();
      await expectNoAxeViolations(page);

      await serviceControl.order({ do: 'clear-faults' });
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(table(page).getByRole('row')).toHaveCount(ITEM_TABLE.length + 1);
      await expect(heading(page, 'Item table')).toBeFocused();
    });
  }
});

test('2,000 columns: few of them in the page, each within reach at once @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  await serviceControl.order({ do: 'change-settings', settings: { itemColumnCount: 2000 } });
  await signIn({ at: SCHEMA });
  await expect(page.getByText('2,000 columns', { exact: true })).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2001');
  const drawnRows = table(page).locator('tbody [data-ordinal]');
  const atMostDrawn = 60;
  expect(await drawnRows.count()).toBeLessThan(atMostDrawn);

  const button = (name: string) => table(page).getByRole('button', { name, exact: true });
  await button('Number').focus();
  await page.keyboard.press('End');
  await expect(button('Attr2000_Width')).toBeFocused();
  await expect(button('Attr2000_Width')).toBeInViewport();
  await expect(row(page, 'Attr2000_Width')).toHaveAttribute('aria-rowindex', '2001');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await expect(details(page)).toBeVisible();
  expect(await drawnRows.count()).toBeLessThan(atMostDrawn);

  // The row that has the focus stays in the page wherever the table is scrolled to.
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  await table(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect(button('Number')).toBeInViewport();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(focused);
  await page.keyboard.press('ArrowUp');
  await expect(button('Number')).not.toBeInViewport();

  await page.getByRole('searchbox', { name: 'Search columns' }).fill('supplier 1998');
  await expect(page.getByText('No column matches')).toBeVisible();
  // Beside open details the table leaves out what these show, such as formats.
  await page.getByRole('button', { name: 'Close details' }).click();
  await page.getByRole('searchbox', { name: 'Search columns' }).fill('attr1998');
  await expect(page.getByText('1 of 2,000 columns')).toBeVisible();
  await expect(row(page, 'Attr1998_Pack')).toContainText('1,234');
});

test('what changed since the last visit is shown until dismissed, of what the person may see @service-only', async ({
  page,
  signIn,
  serviceControl,
}) => {
  const note = page.getByRole('region', { name: 'What changed' });
  await signIn({ as: 'Viewer', at: SCHEMA });
  await expect(table(page)).toBeVisible();
  await expect(note).toBeHidden();
  await expect.poll(() => keptRecords(page, 'visits')).toContain('SearchName');

  await serviceControl.order({ do: 'change-settings', settings: { isItemTableChanged: true } });
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await expect(note.getByRole('listitem')).toHaveText([
      'Name Type: nvarchar(1000) → nvarchar(500)',
      'CostForPricing Display format: #,##0.00 → #,##0.0000',
      'ImageUrl Edit right: none → dataadmin-item_CostForPricing_edit',
      'LeadTimeDays added',
      'SearchName removed',
    ]);
    await expect(note).toContainText('1 added, 1 removed, 3 changed');
  }
  await expectNoAxeViolations(page);
  await note.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(note).toBeHidden();
  await expect(table(page).getByRole('button', { name: 'Number', exact: true })).toBeFocused();
  // The note is gone before the encrypted record that dismisses it is written.
  await expect.poll(() => keptRecords(page, 'visits')).toContain('LeadTimeDays');
  await page.reload();
  await expect(row(page, 'LeadTimeDays')).toBeVisible();
  await expect(note).toBeHidden();
});
