import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { describe, expect, it, vi } from 'vitest';
import type { ExtractionQuery } from '@/contract/extraction';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { TEST_PRICE_COLUMN } from '../model/test-price-column';
import { QueryBuilder } from './query-builder';

const NAMED: DraftQuery = {
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

function renderBuilder({
  applied = WHOLE_COLUMN,
  rights = rightsFromIds([]),
  formats = 'en-GB',
  refusals = [],
  isRun = applied !== null,
}: Options = {}) {
  const onRun = vi.fn<(draft: DraftQuery, query: ExtractionQuery) => void>();
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
    user: userEvent.setup(),
    unmount,
    /** The address changes. */
    apply: (next: DraftQuery | null) => {
      rerender(builder(next));
    },
    lastRun: () => onRun.mock.lastCall?.[1],
  };
}

type User = ReturnType<typeof renderBuilder>['user'];

function group(name: string) {
  return within(screen.getByRole('group', { name }));
}

async function choose(user: User, scope: ReturnType<typeof within>, label: string, option: string) {
  await user.click(scope.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

async function addFilter(user: User, number: number, field: string, operator?: string) {
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const filter = group(`Filter ${number}`);
  await choose(user, filter, 'Field', field);
  if (operator !== undefined) await choose(user, filter, 'Operator', operator);
  return filter;
}

const run = (user: User) => user.click(screen.getByRole('button', { name: 'Run' }));

describe('filters', () => {
  it('run as the service understands them', async () => {
    const { user, lastRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value', 'between');
    await user.type(filter.getByRole('textbox', { name: 'From' }), '10.00');
    await user.type(filter.getByRole('textbox', { name: 'To' }), '1,234.5');
    expect(filter.getByText('= 10.00')).toBeVisible();
    expect(filter.getByText('= 1234.5')).toBeVisible();
    await run(user);
    expect(lastRun()).toEqual({
      fields: null,
      filters: [
        { column: 'Value', op: 'greaterThanOrEquals', values: ['10.00'] },
        { column: 'Value', op: 'lessThanOrEquals', values: ['1234.5'] },
      ],
      sort: [],
    });
  });

  it('read numbers in the formats of the person, and offer the repair of others', async () => {
    const { user, lastRun } = renderBuilder({ formats: 'de-DE' });
    const filter = await addFilter(user, 1, 'Value');
    const value = filter.getByRole('textbox', { name: 'Value' });
    await user.type(value, '1.234,50');
    expect(filter.getByText('= 1234.50')).toBeVisible();
    await user.clear(value);
    await user.type(value, '12.5');
    await user.click(await filter.findByRole('button', { name: 'Use 12,5' }));
    expect(value).toHaveValue('12,5');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'equals', values: ['12.5'] }]);
  });

  it('offer the operators of the type, and only fields that may be filtered', async () => {
    const { user } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    const filter = group('Filter 1');
    expect(filter.getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.click(filter.getByRole('combobox', { name: 'Field' }));
    const fields = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(fields).toEqual(['Number', 'Name', 'Value', 'Factor', 'ValidFrom', 'NeedsPrice']);
    await user.click(screen.getByRole('option', { name: 'NeedsPrice' }));
    await user.click(filter.getByRole('combobox', { name: 'Operator' }));
    expect(await screen.findByRole('option', { name: 'is' })).toBeInTheDocument();
    const operators = screen.getAllByRole('option').map((option) => option.getAttribute('value'));
    expect(operators).toEqual(['is', 'is-empty', 'is-not-empty']);
  });

  it('can be chosen by keyboard alone', async () => {
    const { user, lastRun } = renderBuilder();
    screen.getByRole('button', { name: 'Add filter' }).focus();
    await user.keyboard('{Enter}');
    const field = await screen.findByRole('combobox', { name: 'Field' });
    await waitFor(() => expect(field).toHaveFocus());
    // The list is drawn a moment after the letters.
    await user.keyboard('Valid');
    await screen.findByRole('option', { name: 'ValidFrom', selected: false });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveValue('ValidFrom'));
    await user.keyboard('{Tab}last mon');
    await screen.findByRole('option', { name: 'last month' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Operator' })).toHaveValue('last month'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(lastRun()?.filters).toHaveLength(2);
  });

  it('say what is wrong at Run, beside the field, and take the focus there', async () => {
    const { user, onRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value');
    await run(user);
    const value = filter.getByRole('textbox', { name: 'Value' });
    expect(onRun).not.toHaveBeenCalled();
    expect(value).toHaveFocus();
    expect(value).toBeInvalid();
    expect(value).toHaveAccessibleDescription('Enter a value.');
    await user.type(value, '1.23456');
    expect(value).toHaveAccessibleDescription(/At most 4 decimals/);
    expect(screen.getByText('1 thing to put right')).toBeVisible();
    await user.keyboard('{Backspace}');
    expect(value).toBeValid();
  });

  it('take lists, typed or pasted from a spreadsheet', async () => {
    const { user, lastRun } = renderBuilder({ formats: 'de-DE' });
    const filter = await addFilter(user, 1, 'Value', 'is any of');
    const values = filter.getByRole('textbox', { name: 'Values' });
    await user.type(values, '1,5{Enter}');
    await user.click(values);
    await user.paste('2\r\n2\r\nabc\r\n1.000,25');
    expect(filter.getByText(/3 added, 1 duplicate left out, 1 cannot be read/)).toBeVisible();
    await run(user);
    expect(values).toHaveAccessibleDescription('1 value cannot be read: abc');
    await user.click(filter.getByRole('button', { name: 'Remove what cannot be read' }));
    await run(user);
    expect(lastRun()?.filters).toEqual([
      { column: 'Value', op: 'containsAny', values: ['1.5', '2', '1000.25'] },
    ]);
  });

  it('count what was typed but not entered into a list', async () => {
    const { user, lastRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Name', 'is any of');
    await user.type(filter.getByRole('textbox', { name: 'Values' }), 'DE{Enter}AT');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values: ['DE', 'AT'] }]);
  });

  it('refuse a comma within a list', async () => {
    const { user, onRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Name', 'is any of');
    await user.type(filter.getByRole('textbox', { name: 'Values' }), 'Smith, Sons{Enter}');
    await run(user);
    expect(filter.getByText(/cannot take a comma/)).toBeVisible();
    expect(onRun).not.toHaveBeenCalled();
  });

  it('hand the focus on when one is removed, and bring it back with Ctrl+Z', async () => {
    const { user } = renderBuilder();
    await addFilter(user, 1, 'Name');
    await addFilter(user, 2, 'Value');
    await user.click(screen.getByRole('button', { name: 'Remove filter 1' }));
    expect(screen.queryByRole('group', { name: 'Filter 2' })).not.toBeInTheDocument();
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveFocus();
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Value');
    await user.click(screen.getByRole('button', { name: 'Remove filter 1' }));
    expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus();
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Name');
    expect(group('Filter 2').getByRole('combobox', { name: 'Field' })).toHaveValue('Value');
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Value');
  });

  it('can be turned off, duplicated and moved', async () => {
    const { user, lastRun } = renderBuilder();
    const first = await addFilter(user, 1, 'Name', 'contains');
    await user.type(first.getByRole('textbox', { name: 'Value' }), 'screw');
    await user.click(screen.getByRole('button', { name: 'More for filter 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    const second = group('Filter 2');
    await user.clear(second.getByRole('textbox', { name: 'Value' }));
    await user.type(second.getByRole('textbox', { name: 'Value' }), 'bolt');
    await user.click(screen.getByRole('button', { name: 'More for filter 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await user.click(screen.getByRole('button', { name: 'More for filter 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
    expect(group('Filter 1').getByRole('textbox', { name: 'Value' })).toHaveValue('bolt');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'contains', values: ['bolt'] }]);
  });
});

describe('fields', () => {
  it('are chosen, searched and kept in order', async () => {
    const { user, lastRun } = renderBuilder();
    const fields = group('Fields');
    expect(fields.getByText('7 of 7')).toBeVisible();
    await user.click(fields.getByRole('button', { name: 'Clear' }));
    expect(await fields.findByText('Choose at least one field.')).toBeVisible();
    await user.click(fields.getByRole('checkbox', { name: 'Value' }));
    await user.type(fields.getByRole('searchbox', { name: 'Search fields' }), 'num');
    expect(fields.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(fields.getByRole('checkbox', { name: 'Number' }));
    await run(user);
    expect(lastRun()?.fields).toEqual(['Number', 'Value']);
  });

  it('move with Alt and the arrow keys, and keep the focus', async () => {
    const { user, lastRun } = renderBuilder();
    const value = screen.getByRole('checkbox', { name: 'Value' });
    value.focus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(value).toHaveFocus();
    expect(screen.getByText('Value moved to place 1 of 8')).toBeInTheDocument();
    await run(user);
    expect(lastRun()?.fields?.slice(0, 3)).toEqual(['Value', 'Number', 'Name']);
  });

  it('go from one to the next with the arrow keys, as one stop of the tab key', async () => {
    const { user } = renderBuilder();
    const stops = screen.getAllByRole('checkbox').filter((box) => box.tabIndex === 0);
    expect(stops.map((box) => box.id)).toEqual(['query-fields-Number']);
    screen.getByRole('checkbox', { name: 'Number' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    expect(screen.getByRole('checkbox', { name: 'Value' })).toHaveFocus();
    expect(screen.getByRole('checkbox', { name: 'Value' })).not.toBeChecked();
  });

  it('that are locked keep their name and the right, and nothing else', () => {
    renderBuilder();
    const cost = screen.getByRole('checkbox', { name: 'Cost' });
    expect(cost).toBeDisabled();
    expect(cost).not.toBeChecked();
    expect(cost).toHaveAccessibleDescription('Locked: needs dataadmin-item_Cost_view');
    const row = cost.closest('li');
    expect(row?.textContent).not.toMatch(/number/);
  });

  it('are all on offer while the rights are unknown, with the right that is asked for', () => {
    renderBuilder({ rights: UNKNOWN_RIGHTS });
    expect(screen.getByRole('checkbox', { name: 'Cost' })).toBeChecked();
    expect(screen.getByTitle('Needs dataadmin-item_Cost_view')).toBeInTheDocument();
  });
});

describe('what the service refuses', () => {
  it('stands beside the condition it names, until that is changed', async () => {
    const { user } = renderBuilder({ refusals: ['The column "Name" holds no such text.'], applied: NAMED });
    expect(screen.queryByText(/holds no such text/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(await group('Filter 1').findByText(/holds no such text/)).toBeVisible();
    await user.type(group('Filter 1').getByRole('textbox', { name: 'Value' }), 'x');
    await waitFor(() => {
      expect(screen.queryByText(/holds no such text/)).toBeNull();
    });
  });
});

describe('rules', () => {
  it('move by their handle with Alt and the arrow keys, and keep the focus', async () => {
    const [filter] = NAMED.filters;
    const second =
      filter === undefined || filter.kind !== 'text'
        ? []
        : [{ ...filter, id: 'filter-2', operator: 'contains' as const }];
    const { user, lastRun } = renderBuilder({
      applied: { ...NAMED, filters: [...NAMED.filters, ...second] },
    });
    screen.getByRole('button', { name: 'Move Filter 1' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Move Filter 2' })).toHaveFocus();
    });
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(lastRun()?.filters.map(({ op }) => op)).toEqual(['contains', 'equals']);
  });
});

describe('sort', () => {
  it('takes each sortable field once, in order', async () => {
    const { user, lastRun } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Add sort' }));
    await choose(user, group('Sort 1'), 'Field', 'Name');
    await user.click(screen.getByRole('button', { name: 'Add sort' }));
    await user.click(group('Sort 2').getByRole('combobox', { name: 'Field' }));
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual(['Number', 'Value', 'Factor', 'ValidFrom', 'NeedsPrice']);
    await user.click(screen.getByRole('option', { name: 'Value' }));
    await choose(user, group('Sort 2'), 'Direction', 'Descending');
    await user.click(screen.getByRole('button', { name: 'Move sort 2 up' }));
    expect(screen.getByRole('button', { name: 'Move sort 1 up' })).toHaveFocus();
    await run(user);
    expect(lastRun()?.sort).toEqual([
      { column: 'Value', direction: 'descending' },
      { column: 'Name', direction: 'ascending' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove sort 1' }));
    expect(group('Sort 1').getByRole('combobox', { name: 'Field' })).toHaveFocus();
  });
});

describe('draft and run', () => {
  it('tells how far the draft is from the run, and goes back', async () => {
    const { user, onRun } = renderBuilder();
    expect(screen.getByText('As run')).toBeVisible();
    await addFilter(user, 1, 'Name');
    await user.click(screen.getByRole('checkbox', { name: 'Value' }));
    expect(screen.getByText('2 changes not run')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
    expect(screen.getByText('As run')).toBeVisible();
    expect(onRun).not.toHaveBeenCalled();
  });

  it('says when nothing has been run', () => {
    renderBuilder({ applied: null });
    expect(screen.getByText('Not run yet')).toBeVisible();
  });

  it('does not take the query of a shared link for one that was run', () => {
    renderBuilder({ isRun: false });
    expect(screen.getByText('Not run yet')).toBeVisible();
  });

  it('keeps what was typed when its own run comes back by the address', async () => {
    const { user, onRun, apply } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value');
    await user.type(filter.getByRole('textbox', { name: 'Value' }), '1,000');
    await run(user);
    const draft = onRun.mock.lastCall?.[0] ?? WHOLE_COLUMN;
    apply({
      ...draft,
      filters: draft.filters.map((each) => ({ ...each, value: { value: '1000', text: null } }) as never),
    });
    expect(filter.getByRole('textbox', { name: 'Value' })).toHaveValue('1,000');
    expect(screen.getByText('As run')).toBeVisible();
  });

  it('shows the query of another address', async () => {
    const { apply } = renderBuilder();
    const sort = [{ id: 'sort-1', field: 'Name', direction: 'descending' as const }];
    act(() => {
      apply({ ...WHOLE_COLUMN, fields: ['Name'], sort });
    });
    await waitFor(() => {
      expect(group('Sort 1').getByRole('combobox', { name: 'Direction' })).toHaveValue('Descending');
    });
    expect(screen.getByText('1 of 7')).toBeVisible();
  });

  it('outlives a reload of the tab, but not another address', async () => {
    const first = renderBuilder();
    await addFilter(first.user, 1, 'Name');
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();
    const second = renderBuilder();
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveValue('Name');
    second.unmount();
    renderBuilder({ applied: { ...WHOLE_COLUMN, fields: ['Name'] } });
    expect(screen.queryByRole('group', { name: 'Filter 1' })).not.toBeInTheDocument();
  });

  it('copies the link of the last run and says so', async () => {
    const { user } = renderBuilder({ isRun: false });
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('https://console.example.com/prices/SalesPrice?v=1');
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(screen.getByText('Copied the link')).toBeInTheDocument();
  });
});
