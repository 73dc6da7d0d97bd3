import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { TEST_ACCOUNTS } from '@mocks/data/accounts';
import { ITEM_TABLE } from '@mocks/data/item-table';
import type { Fault } from '@mocks/service/faults';
import { enter } from '@/test/enter-text';
import { renderAt, type RenderAtOptions } from '@/test/render-at';

const table = () => screen.findByRole('table', { name: 'Columns' });
const details = () => within(screen.getByRole('region', { name: 'Column details' }));
const columnButton = (name: string) => screen.getByRole('button', { name });
const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name });

/** Returns the names of the columns that the list shows, in their order. */
function names(): string[] {
  return [...document.querySelectorAll('[data-row-button]')].map(({ textContent }) => textContent);
}

function rowOf(name: string): HTMLElement {
  const row = columnButton(name).closest('tr');
  if (row === null) throw new Error(`${name} has no row.`);
  return row;
}

const withFault = (fault: Fault): RenderAtOptions => ({
  prepare: ({ controls }) => controls.addFault({ on: 'item-table', times: null, fault }),
});

test(
  'every member of a record is copied as it was sent, and the record as a whole',
  { tags: ['long'] },
  async () => {
    const { user } = await renderAt('/schema/item?column=NeedsPrice');
    await table();
    const record = ITEM_TABLE.find(({ name }) => name === 'NeedsPrice');
    expect(Object.keys(record ?? {})).toHaveLength(24);
    for (const [member, value] of Object.entries(record ?? {})) {
      const copies = details()
        .getAllByRole('button', { name: `Copy ${member}` })
        .filter((button) => button.closest('dd') !== null);
      expect(copies, member).toHaveLength(1);
      await user.click(copies[0] as HTMLElement);
      const copied = await navigator.clipboard.readText();
      expect(copied, member).toBe(typeof value === 'string' ? value : JSON.stringify(value));
    }
    await user.click(details().getByRole('button', { name: 'Copy record' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(record);
  },
);

test('search, filters, sorting and details stand in the address; nothing found leads back to all', async () => {
  const { user } = await renderAt('/schema/item');
  const columns = within(await table());
  const search = screen.getByRole('searchbox', { name: 'Search columns' });
  await enter(user, search, 'pricegroup');
  await waitFor(() => expect(names()).toEqual(['cd_PriceGroup']));
  // The search text is marked in the name, the type, and the target of the foreign key.
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(['PriceGroup', 'PriceGroup', 'PriceGroup']);
  await user.clear(search);
  await enter(user, search, 'a');
  await user.click(filter('Keys'));
  await user.click(filter('Viewable'));
  await user.click(columns.getByRole('button', { name: 'Sort by Type' }));
  expect(columns.getByRole('columnheader', { name: /^Type/ })).toHaveAttribute('aria-sort', 'ascending');
  await waitFor(() => expect(names()).toEqual(['cd_PriceGroup', 'Number']));
  await user.click(columnButton('Number'));
  await waitFor(() => expect(location.search).toBe('?search=a&show=viewable,keys&sort=type&column=Number'));
  await enter(user, search, ' nothing of the kind');
  await user.click(await screen.findByRole('button', { name: 'Show all columns' }));
  expect(search).toHaveFocus();
  expect(names()).toHaveLength(ITEM_TABLE.length);
});

test('a file has what is shown, in that order', async () => {
  const files = new Map<string, Blob>();
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:x';
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  press.mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, content);
  });
  const { user } = await renderAt('/schema/item?show=keys&sort=-name');
  await table();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Download JSON' }));
  const [[name, file] = ['', null]] = files;
  expect(name).toMatch(/^item-table_\d{4}-\d\d-\d\d\.json$/);
  const entries = JSON.parse((await file?.text()) ?? '') as readonly { readonly name: string }[];
  expect(entries.map((entry) => entry.name)).toEqual(names());
  expect(names()).toEqual(['Number', 'cd_PriceGroup']);
  vi.restoreAllMocks();
});

test('keys lead through the rows, into the details and back, and the focus is never lost', async () => {
  const { user } = await renderAt('/schema/item');
  await table();
  columnButton('Number').focus();
  await user.keyboard('{End}');
  expect(columnButton('_dtLastModifiedDate')).toHaveFocus();
  await user.keyboard('{Home}{ArrowDown}');
  expect(columnButton('Name')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Name' })).toBeVisible();
  expect(screen.getByText(/^Details of Name shown\./)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('heading', { name: 'SearchName' })).toBeVisible();
  expect(columnButton('SearchName')).toHaveFocus();
  expect(rowOf('SearchName')).toHaveAttribute('aria-current', 'true');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'SearchName' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Column details' })).toBeNull());
  expect(columnButton('SearchName')).toHaveFocus();
  // While the details of a column are open, a filter removes its row, which had the focus before.
  await user.keyboard('{Enter}');
  await user.click(filter('Keys'));
  await waitFor(() => expect(names()).toEqual(['Number', 'cd_PriceGroup']));
  details().getByRole('button', { name: 'Close details' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(columnButton('Number')).toHaveFocus());
});

test('where rights are unknown, everything sent is shown and nothing is promised', async () => {
  const { user } = await renderAt('/schema/item', { account: TEST_ACCOUNTS.opaqueToken.userName });
  const columns = within(await table());
  expect(await screen.findByText(/^Rights unknown: /)).toBeVisible();
  const cost = within(rowOf('CostForPricing'));
  expect(rowOf('CostForPricing')).toHaveTextContent('decimal(18,4)');
  expect(cost.getAllByRole('img', { name: 'unknown whether granted' })).toHaveLength(3);
  expect(columns.queryByRole('img', { name: 'granted' })).toBeNull();
  expect(columns.queryByText('Locked')).toBeNull();
  await user.click(filter('Editable'));
  expect(
    await screen.findByText('10 of 11 columns, for 10 of them it is unknown whether you may edit'),
  ).toBeVisible();
});

test('a record that is incomplete or strange is shown with what is known of it; the rest is fine', async () => {
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
  const { user } = await renderAt('/schema/item', withFault({ kind: 'data', data }));
  expect(within(await table()).getAllByRole('row')).toHaveLength(data.length + 1);
  expect(rowOf('Number')).not.toHaveTextContent('incomplete metadata');
  expect(rowOf('Number')).toHaveTextContent('nvarchar(128)');
  expect(rowOf('Incomplete')).toHaveTextContent('incomplete metadata');
  expect(within(rowOf('Incomplete')).getAllByRole('cell')[1]).toHaveTextContent('not stated');
  expect(rowOf('Strange')).not.toHaveTextContent('incomplete metadata');
  expect(rowOf('Strange')).toHaveTextContent('Unknown type');
  expect(rowOf('Strange')).toHaveTextContent('unknown format');
  expect(rowOf('Wrong')).toHaveTextContent('incomplete metadata');
  // Columns whose rights cannot be read are locked instead of shown.
  expect(rowOf('(column 5)')).toHaveTextContent('Locked');
  expect(rowOf('(column 6)')).toHaveTextContent('a right that cannot be read');

  await user.click(columnButton('Strange'));
  expect(details().getByRole('region', { name: 'Not in the API specification' })).toHaveTextContent(
    'colour{"of":["paint",7]}',
  );
  await user.click(columnButton('Wrong'));
  expect(details().getByText(/The service sent incomplete metadata for this column\./)).toBeVisible();
  expect(details().getAllByText('cannot be read')).toHaveLength(8);
  expect(details().getByText(/Treated as read-only: the service does not say/)).toBeVisible();
});

describe('a failure is named as what it is, and one press asks again without losing the focus', () => {
  test.each<[string, Fault, string]>([
    [
      'a response that did not succeed',
      { kind: 'not-succeeded', errors: [{ code: 42 }, 'Locked for maintenance'] },
      'The service refused the request',
    ],
    ['a right that is missing', { kind: 'status', status: 403 }, 'You may not see this'],
    ['a page in place of JSON', { kind: 'html', status: 200 }, 'The answer cannot be read'],
    ['data that is no table', { kind: 'data', data: { a: 1 } }, 'The answer cannot be read'],
  ])('%s', async (_, fault, title) => {
    const { user, service } = await renderAt('/schema/item', withFault(fault));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Columns' })).toBeNull();
    if (fault.kind === 'not-succeeded') {
      const alert = screen.getByRole('alert');
      expect(alert).toHaveTextContent('Locked for maintenance');
      expect(alert).toHaveTextContent('42');
      expect(alert).not.toHaveTextContent('[object');
    }
    service.controls.clearFaults();
    screen.getByRole('button', { name: 'Try again' }).focus();
    await user.keyboard('{Enter}');
    await table();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Item table' })).toHaveFocus());
  });
});
