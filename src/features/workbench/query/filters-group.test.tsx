import { act, screen, within, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { enter } from '@/test/enter-text';
import { addFilter, choose, group, NAMED, renderBuilder, run } from '@/test/render-query-builder';

describe('filters', () => {
  it('send the conditions of the service', async () => {
    const { user, lastRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value', 'between');
    await enter(user, filter.getByRole('textbox', { name: 'From' }), '10.00');
    await enter(user, filter.getByRole('textbox', { name: 'To' }), '1,234.5');
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

  it('parse numbers in the formats of the person, and offer to repair others', async () => {
    const { user, startFilter, lastRun } = renderBuilder({ formats: 'de-DE' });
    const filter = startFilter(1, 'Value');
    const value = filter.getByRole('textbox', { name: 'Value' });
    await enter(user, value, '1.234,50');
    expect(filter.getByText('= 1234.50')).toBeVisible();
    await user.clear(value);
    await enter(user, value, '12.5');
    await user.click(await filter.findByRole('button', { name: 'Use 12,5' }));
    expect(value).toHaveValue('12,5');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'equals', values: ['12.5'] }]);
  });

  it('ask for the century of a year of two digits', { tags: ['long'] }, async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'ValidFrom');
    const value = filter.getByRole('textbox', { name: 'Value' });
    await enter(user, value, '31/12/99');
    expect(await filter.findByRole('button', { name: 'Use 31/12/1999' })).toBeVisible();
    expect(value).toHaveAccessibleDescription(/^Which century\?/);
    await user.click(filter.getByRole('button', { name: 'Use 31/12/2099' }));
    await run(user);
    expect(lastRun()?.filters[0]).toEqual({
      column: 'ValidFrom',
      op: 'greaterThanOrEquals',
      values: ['2099-12-31'],
    });
  });

  it('offer to drop a percent sign where the field has none', { tags: ['long'] }, async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'Value');
    await enter(user, filter.getByRole('textbox', { name: 'Value' }), '12.5 %');
    await user.click(await filter.findByRole('button', { name: 'Use 12.5' }));
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'equals', values: ['12.5'] }]);
  });

  it('offer the operators of the type, and all fields that may be viewed', async () => {
    const { user } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    const filter = group('Filter 1');
    expect(filter.getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.click(filter.getByRole('combobox', { name: 'Field' }));
    const fields = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(fields).toEqual(['Number', 'Name', 'Value', 'Factor', 'ValidFrom', 'NeedsPrice', 'Notes']);
    await user.click(screen.getByRole('option', { name: 'NeedsPrice' }));
    await user.click(filter.getByRole('combobox', { name: 'Operator' }));
    expect(await screen.findByRole('option', { name: 'is' })).toBeInTheDocument();
    const operators = screen.getAllByRole('option').map((option) => option.getAttribute('value'));
    expect(operators).toEqual(['is', 'is-empty', 'is-not-empty']);
  });

  it('show a problem beside its field on Run, and focus the field', async () => {
    const { user, startFilter, onRun } = renderBuilder();
    const filter = startFilter(1, 'Value');
    await run(user);
    const value = filter.getByRole('textbox', { name: 'Value' });
    expect(onRun).not.toHaveBeenCalled();
    expect(value).toHaveFocus();
    expect(value).toBeInvalid();
    expect(value).toHaveAccessibleDescription('Enter a value.');
    await enter(user, value, '1.23456');
    expect(value).toHaveAccessibleDescription(/At most 4 decimals/);
    expect(screen.getByText('1 error to fix')).toBeVisible();
    await user.keyboard('{Backspace}');
    expect(value).toBeValid();
  });

  it('accept lists, typed or pasted from a spreadsheet', async () => {
    const { user, startFilter, lastRun } = renderBuilder({ formats: 'de-DE' });
    const filter = startFilter(1, 'Value', 'is any of');
    const values = filter.getByRole('textbox', { name: 'Values' });
    await user.type(values, '1,5{Enter}');
    await user.click(values);
    await user.paste('2\r\n2\r\nabc\r\n1.000,25');
    expect(filter.getByText(/3 added, 1 duplicate skipped, 1 cannot be read/)).toBeVisible();
    await run(user);
    expect(values).toHaveAccessibleDescription('1 value cannot be read: abc');
    await user.click(filter.getByRole('button', { name: 'Remove what cannot be read' }));
    await run(user);
    expect(lastRun()?.filters).toEqual([
      { column: 'Value', op: 'containsAny', values: ['1.5', '2', '1000.25'] },
    ]);
  });

  it(
    'take a list from the dialog, where all of it can be searched and removed',
    { tags: ['long'] },
    async () => {
      const { user, startFilter, lastRun } = renderBuilder({ formats: 'de-DE' });
      const filter = startFilter(1, 'Value', 'is any of');
      await user.click(filter.getByRole('button', { name: 'Paste a list' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Values of Value' }));
      const area = dialog.getByRole('textbox', { name: 'Paste a list' });
      await user.click(area);
      await user.paste('Name\tValue\r\nBolt\t1,5\r\nNut\t2\r\nPin\tx\r\nGear\t1,50\r\n');
      expect(dialog.getByText(/^5 rows with 2 columns were pasted/)).toBeVisible();
      expect(dialog.getByRole('combobox', { name: 'Column' })).toHaveValue('Column 2: Value');
      await user.click(dialog.getByRole('button', { name: 'Add this column' }));
      expect(
        dialog.getByText('3 added, 1 duplicate skipped, 1 cannot be read, header “Value” skipped'),
      ).toBeVisible();
      const shown = () => dialog.getAllByRole('option').map(({ textContent }) => textContent);
      expect(shown()).toEqual(['11,5', '22', '3xcannot be read, row 4']);
      await user.click(dialog.getByRole('checkbox', { name: 'Only what cannot be read (1)' }));
      expect(shown()).toEqual(['3xcannot be read, row 4']);
      await user.click(dialog.getByRole('button', { name: 'Remove what cannot be read' }));
      await enter(user, dialog.getByRole('searchbox', { name: 'Search values' }), '1,5');
      expect(dialog.getByText('1 of 2 values')).toBeVisible();
      dialog.getByRole('listbox', { name: 'Values' }).focus();
      await user.keyboard('{Delete}');
      expect(dialog.getByText('No value contains this.')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Done' }));
      await user.click(filter.getByRole('textbox', { name: 'Values' }));
      await user.paste('4\r\n5');
      await run(user);
      expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'containsAny', values: ['2', '4', '5'] }]);
    },
  );

  it(
    'tell before the run that a list is too long, and what to do; as many as may be are sent as one condition',
    { tags: ['long'] },
    async () => {
      const { user, startFilter, lastRun } = renderBuilder();
      const filter = startFilter(1, 'Name', 'is any of');
      await user.click(filter.getByRole('textbox', { name: 'Values' }));
      const pasted = Array.from({ length: 100_003 }, (_, index) => `v${index}`);
      await user.paste(pasted.join('\n'));
      expect(await filter.findByText(/^100,003 added/)).toBeVisible();
      expect(
        await filter.findByText(/^At most 100,000 values can be sent at once; these are 100,003/),
      ).toBeVisible();
      await user.click(filter.getByRole('button', { name: 'Keep the first 100,000' }));
      await run(user);
      const values = pasted.slice(0, 100_000);
      expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values }]);
    },
  );

  it('say of “is none of” that each value is a condition', async () => {
    const { user, startFilter } = renderBuilder();
    const filter = startFilter(1, 'Name', 'is none of');
    await user.click(filter.getByRole('textbox', { name: 'Values' }));
    await user.paste(Array.from({ length: 2_000 }, (_, index) => `v${index}`).join('\n'));
    expect(await filter.findByText(/^Sent as 2,000 conditions, one for each value/)).toBeVisible();
  });

  it.each([
    ['takes the proposed column', 'Name\tValue\r\nBolt\t1,5\r\nNut\t2\r\n', null, ['1.5', '2']],
    ['takes the column that was chosen', '7\t1\r\n8\t2\r\n9\t3\r\n', 'Column 2: 1', ['1', '2', '3']],
  ])('keep a paste whose column is still asked for: Done %s', async (_, pasted, column, values) => {
    const { user, startFilter, lastRun } = renderBuilder({ formats: 'de-DE' });
    const filter = startFilter(1, 'Value', 'is any of');
    await user.click(filter.getByRole('textbox', { name: 'Values' }));
    await user.paste(pasted);
    const dialog = within(await screen.findByRole('dialog', { name: 'Values of Value' }));
    if (column !== null) {
      await user.click(dialog.getByRole('combobox', { name: 'Column' }));
      await user.click(await screen.findByRole('option', { name: column }));
    }
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Values of Value' })).toBeNull());
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'containsAny', values }]);
  });

  it('keep what was typed into the dialog when Done is pressed', { tags: ['long'] }, async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'Name', 'is any of');
    await user.click(filter.getByRole('button', { name: 'Paste a list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Values of Name' }));
    await user.type(dialog.getByRole('textbox', { name: 'Paste a list' }), 'B{Enter}N');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Values of Name' })).toBeNull());
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values: ['B', 'N'] }]);
  });

  it('include text that was typed but not yet added to a list', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'Name', 'is any of');
    await user.type(filter.getByRole('textbox', { name: 'Values' }), 'DE{Enter}AT');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values: ['DE', 'AT'] }]);
  });

  it('separate typed values by commas; quotes keep one, and such a list is done on the rows read', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'Name', 'is any of');
    const values = filter.getByRole('textbox', { name: 'Values' });
    await enter(user, values, 'S, x');
    await user.keyboard('{Enter}');
    expect(filter.queryByRole('note')).toBeNull();
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values: ['S', 'x'] }]);
    await enter(user, values, '"y, z"');
    await user.keyboard('{Enter}');
    expect(filter.getByRole('note')).toHaveAccessibleName(/would read the comma in a value/);
  });

  it('move the focus on when one is removed, and restore it with Ctrl+Z', async () => {
    const { user, startFilter } = renderBuilder();
    startFilter(1, 'Name', 'is empty');
    startFilter(2, 'Value', 'is empty');
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

  it('can be disabled, duplicated and moved', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const first = startFilter(1, 'Name', 'contains');
    await enter(user, first.getByRole('textbox', { name: 'Value' }), 'screw');
    await user.click(screen.getByRole('button', { name: 'More for filter 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    const second = group('Filter 2');
    await user.clear(second.getByRole('textbox', { name: 'Value' }));
    await enter(user, second.getByRole('textbox', { name: 'Value' }), 'bolt');
    await user.click(screen.getByRole('button', { name: 'More for filter 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await user.click(screen.getByRole('button', { name: 'More for filter 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
    expect(group('Filter 1').getByRole('textbox', { name: 'Value' })).toHaveValue('bolt');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'contains', values: ['bolt'] }]);
  });
});

describe('a new filter', () => {
  it('starts without a problem, also after a run that was blocked', async () => {
    const { user, startFilter } = renderBuilder();
    const filter = startFilter(1, 'Value');
    await enter(user, filter.getByRole('textbox', { name: 'Value' }), 'abc');
    await run(user);
    expect(filter.getByRole('textbox', { name: 'Value' })).toBeInvalid();
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    expect(group('Filter 2').getByRole('combobox', { name: 'Field' })).toBeValid();
    await choose(user, group('Filter 2'), 'Field', 'Name');
    expect(group('Filter 2').getByRole('textbox', { name: 'Value' })).toBeValid();
    await run(user);
    expect(group('Filter 2').getByRole('textbox', { name: 'Value' })).toBeInvalid();
  });

  it('from a column waits for its value, focused and without a problem', async () => {
    const { actions } = renderBuilder();
    act(() => actions().filterColumn('Value'));
    const value = group('Filter 1').getByRole('textbox', { name: 'Value' });
    await waitFor(() => expect(value).toHaveFocus());
    expect(value).toBeValid();
  });

  it('of a field that the service cannot filter by is done on the rows read, and says so', async () => {
    const { user, lastRun } = renderBuilder();
    const filter = await addFilter(user, 1, 'Notes', 'contains');
    expect(filter.getByRole('note')).toHaveAccessibleName(/^Done here, on the rows read/);
    await enter(user, filter.getByRole('textbox', { name: 'Value' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Run and read the rows' }));
    expect(lastRun()?.filters).toEqual([]);
  });

  it('compares with another field of its type', async () => {
    const { user, startFilter } = renderBuilder();
    const filter = startFilter(1, 'Value', 'less than');
    await choose(user, filter, 'Operator', 'less than field');
    await choose(user, filter, 'Other field', 'Factor');
    expect(filter.queryByRole('textbox', { name: 'Value' })).toBeNull();
    expect(filter.getByRole('note')).toHaveAccessibleName(/not with another field/);
  });

  it('are grouped as alternatives, and ungrouped by removing them', async () => {
    const { user } = renderBuilder();
    await user.click(screen.getByRole('button', { name: 'Any of' }));
    const part = (number: number) => group(`Filter 1.${number}`);
    expect(part(1).getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Add filter to this group' }));
    expect(part(2).getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.click(part(2).getByRole('button', { name: 'Remove filter 1.2' }));
    expect(part(1).getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.click(part(1).getByRole('button', { name: 'Remove filter 1.1' }));
    expect(screen.queryByRole('group', { name: 'Filter 1: any of' })).toBeNull();
  });

  it('has its value after its operator for Tab', async () => {
    const { user } = renderBuilder();
    const filter = await addFilter(user, 1, 'Value', 'greater than');
    filter.getByRole('combobox', { name: 'Operator' }).focus();
    await user.tab();
    expect(filter.getByRole('textbox', { name: 'Value' })).toHaveFocus();
  });

  it('goes with the focus while it has no value, and leaves nothing to undo', async () => {
    const { user } = renderBuilder();
    await addFilter(user, 1, 'Name', 'is empty');
    const second = await addFilter(user, 2, 'Value', 'greater than');
    await user.tab();
    expect(second.getByRole('textbox', { name: 'Value' })).toHaveFocus();
    // Opening the list of the filter's own combobox does not count as leaving the filter.
    await user.click(second.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: 'less than' }));
    await user.click(group('Filter 1').getByRole('combobox', { name: 'Operator' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Filter 2' })).toBeNull());
    expect(screen.getByText('1 change not run')).toBeVisible();
    await user.keyboard('{Escape}{Control>}z{/Control}');
    expect(group('Filter 1').getByRole('combobox', { name: 'Operator' })).toHaveValue('is');
  });

  it(
    'stays when only the operator or a part of the value is there, or a dialog covers the page',
    { tags: ['long'] },
    async () => {
      const { user, startFilter } = renderBuilder();
      startFilter(1, 'Name', 'is empty');
      const second = await addFilter(user, 2, 'Value', 'between');
      await user.type(second.getByRole('textbox', { name: 'To' }), '5');
      await user.click(screen.getByRole('button', { name: 'Add filter' }));
      const field = group('Filter 3').getByRole('combobox', { name: 'Field' });
      const dialog = document.body.appendChild(document.createElement('div'));
      dialog.setAttribute('aria-modal', 'true');
      dialog.tabIndex = -1;
      act(() => dialog.focus());
      dialog.remove();
      expect(group('Filter 3').getByRole('combobox', { name: 'Field' })).toBeVisible();
      act(() => field.focus());
      await user.click(document.body);
      await waitFor(() => expect(screen.queryByRole('group', { name: 'Filter 3' })).toBeNull());
      expect(group('Filter 2').getByRole('textbox', { name: 'To' })).toHaveValue('5');
      expect(group('Filter 1').getByRole('combobox', { name: 'Operator' })).toHaveValue('is empty');
    },
  );

  it('leaves the focus on its neighbour when an undo removes it', async () => {
    const { user, startFilter } = renderBuilder();
    startFilter(1, 'Name', 'is empty');
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    expect(group('Filter 2').getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.keyboard('{Control>}z{/Control}');
    expect(group('Filter 1').getByRole('combobox', { name: 'Field' })).toHaveFocus();
    await user.keyboard('{Control>}z{/Control}');
    expect(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus();
  });
});

describe('a message of the service', () => {
  it('shows beside the condition that it names, until the condition is changed', async () => {
    const { user } = renderBuilder({
      serviceMessages: ['The column "Name" holds no such text.'],
      applied: NAMED,
    });
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
