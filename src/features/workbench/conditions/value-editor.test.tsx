import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enter } from '@/test/enter-text';
import { choose, group, renderBuilder, run } from '@/test/render-query-builder';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a relative day', () => {
  it('is typed, shows its day, and is resolved when the query runs', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'ValidFrom', 'between');
    const from = filter.getByRole('textbox', { name: 'From' });
    const to = filter.getByRole('textbox', { name: 'To' });
    await enter(user, from, 'Start of month');
    expect(from).toHaveAccessibleDescription('= 01/11/2026');
    await enter(user, to, 'today + 30');
    expect(to).toHaveAccessibleDescription('= 22/12/2026');
    await run(user);
    expect(lastRun()?.filters).toEqual([
      { column: 'ValidFrom', op: 'greaterThanOrEquals', values: ['2026-11-01'] },
      { column: 'ValidFrom', op: 'lessThan', values: ['2026-12-23'] },
    ]);

    // The next run is on another day, so the relative days mean other dates.
    vi.setSystemTime(new Date(2027, 0, 31, 12));
    await run(user);
    expect(lastRun()?.filters.map(({ values }) => values)).toEqual([['2027-01-01'], ['2027-03-03']]);
  });

  it('is chosen beside the calendar, also by its distance from today', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'ValidFrom', 'before');
    const value = filter.getByRole('textbox', { name: 'Value' });
    const openPicker = async () => {
      await user.click(filter.getByRole('button', { name: 'Choose a date' }));
      return within(await screen.findByRole('group', { name: 'Relative date' }));
    };
    await user.click((await openPicker()).getByRole('button', { name: /^end of month/ }));
    expect(value).toHaveValue('end of month');
    const picker = await openPicker();
    expect(picker.getByRole('button', { name: /^end of month/, pressed: true })).toBeInTheDocument();
    const days = picker.getByRole('textbox', { name: 'Days from today' });
    await enter(user, days, '−1.5');
    expect(picker.getByRole('button', { name: 'Use' })).toBeDisabled();
    await user.clear(days);
    await enter(user, days, '-30');
    expect(days).toHaveAccessibleDescription('= 23/10/2026');
    await user.keyboard('{Enter}');
    expect(value).toHaveValue('today − 30 days');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'ValidFrom', op: 'lessThan', values: ['2026-10-23'] }]);
  });

  it('is not mistaken for another unit', async () => {
    const { user, startFilter } = renderBuilder();
    const filter = startFilter(1, 'ValidFrom');
    const value = filter.getByRole('textbox', { name: 'Value' });
    await enter(user, value, 'today - 2 months');
    await run(user);
    expect(value).toHaveAccessibleDescription('Not a date. Write it like 31/01/2026 or “today − 30 days”.');
  });
});

describe('rows without a value', () => {
  it.each([
    ['ValidFrom', 'on or after', 'today'],
    ['Value', 'not equal to', '1'],
  ])('%s %s %s: the editor says that they are left out, and finds them', async (field, operator, typed) => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, field, operator);
    const hint = `Rows without ${field} are left out. “Any of” with “is empty” finds them, too.`;
    expect(filter.queryByText(hint)).toBeNull();
    await enter(user, filter.getByRole('textbox', { name: 'Value' }), typed);
    expect(filter.getByText(hint)).toBeVisible();
    await user.click(filter.getByRole('button', { name: 'Find only those' }));
    expect(filter.getByRole('combobox', { name: 'Operator' })).toHaveValue('is empty');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: field, op: 'isNull', values: [] }]);
    // Choosing the previous operator again restores its values.
    await choose(user, group('Filter 1'), 'Operator', operator);
    expect(group('Filter 1').getByRole('textbox', { name: 'Value' })).toHaveValue(typed);
  });

  it('are not mentioned where every row has a value, or no one expects them', async () => {
    const fields = TEST_PRICE_COLUMN.fields.map((field) => ({
      ...field,
      isNullable: field.name === 'Value',
    }));
    const { user, startFilter } = renderBuilder({ priceColumn: { ...TEST_PRICE_COLUMN, fields } });
    const dated = startFilter(1, 'ValidFrom', 'on or after');
    await enter(user, dated.getByRole('textbox', { name: 'Value' }), 'today');
    const compared = startFilter(2, 'Value', 'greater than');
    await enter(user, compared.getByRole('textbox', { name: 'Value' }), '1');
    expect(screen.queryByText(/are left out/)).toBeNull();
  });
});

describe('"is none of"', () => {
  it('is sent as one condition for each value, commas included', async () => {
    const { user, startFilter, lastRun } = renderBuilder();
    const filter = startFilter(1, 'Name', 'is none of');
    await user.type(filter.getByRole('textbox', { name: 'Values' }), 'DE{Enter}"Smith, Sons"{Enter}');
    await run(user);
    expect(lastRun()?.filters).toEqual([
      { column: 'Name', op: 'notEquals', values: ['DE'] },
      { column: 'Name', op: 'notEquals', values: ['Smith, Sons'] },
    ]);
  });
});
