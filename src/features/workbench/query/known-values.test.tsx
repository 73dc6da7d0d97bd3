import { act, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { PublishedRowsStore } from '../controller/published-rows';
import type { KnownValuesSource } from '../model/known-values';
import { useWorkbenchScope } from '../controller/use-workbench';
import { enter } from '@/test/enter-text';
import { addFilter, renderBuilder, run } from '@/test/render-query-builder';
import { IS_LONG } from '@/test/runs';

const VALUES: Record<string, readonly (readonly [string, number])[]> = {
  Name: [
    ['Bolt', 1200],
    ['Nut', 7],
    ['Smith, Sons', 1],
  ],
  Value: [
    ['1.5000', 3],
    ['1000.2500', 1],
  ],
  ValidFrom: [
    ['2026-01-31', 12],
    ['2025-12-01', 2],
  ],
  NeedsPrice: [['true', 1200]],
};

function sourceOf(isPart = false, origin: KnownValuesSource['origin'] = 'read') {
  const find = vi.fn<KnownValuesSource['find']>((column, { text }) =>
    Promise.resolve({
      values: (VALUES[column] ?? [])
        .map(([value, count]) => ({ value, count }))
        .filter(({ value }) => value.toLowerCase().includes(text.toLowerCase())),
      hasMore: text === '',
    }),
  );
  const columns = new Set(Object.keys(VALUES));
  return { columns, origin, readCount: 240_000, isPart, queryKey: ['analysis', origin, 1], find };
}

function Offer({ onStore }: { readonly onStore: (store: PublishedRowsStore) => void }) {
  const { published } = useWorkbenchScope();
  useEffect(() => {
    onStore(published);
  }, [published, onStore]);
  return null;
}

function renderWithValues(source: KnownValuesSource | null = sourceOf(), formats = 'en-GB', hasLine = false) {
  const store: { current: PublishedRowsStore | null } = { current: null };
  const rendered = renderBuilder({
    beside: <Offer onStore={(of) => (store.current = of)} />,
    formats,
    hasLine,
  });
  const offer = (next: KnownValuesSource | null) => act(() => store.current?.publish('knownValues', next));
  offer(source);
  const offerOnScreen = (next: KnownValuesSource) =>
    act(() => store.current?.publish('screenValues', { columns: next.columns, take: () => next }));
  return { ...rendered, offer, offerOnScreen };
}

const options = () => screen.findAllByRole('option').then((all) => all.map(({ textContent }) => textContent));

describe('a filter editor', () => {
  it('offers the values of the rows read with their counts, by mouse', async () => {
    const { user, lastRun } = renderWithValues();
    const filter = await addFilter(user, 1, 'Name', 'is');
    const input = filter.getByRole('combobox', { name: 'Value' });
    await user.click(input);
    expect(await options()).toEqual(['Bolt 1,200 rows', 'Nut 7 rows', 'Smith, Sons 1 row']);
    expect(
      screen.getByText('The 3 most frequent: type to find others · of all 240,000 rows of the snapshot'),
    ).toBeVisible();
    await user.click(screen.getByRole('option', { name: /^Nut/ }));
    expect(input).toHaveValue('Nut');
    expect(screen.queryByRole('listbox', { name: 'Known values of Name' })).not.toBeInTheDocument();
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'equals', values: ['Nut'] }]);
  });

  it('finds values by typed text in the formats of the person, by keyboard', async () => {
    const source = sourceOf(true);
    const { user, startFilter, lastRun } = renderWithValues(source, 'de-DE');
    const filter = startFilter(1, 'Value', 'equals');
    const input = filter.getByRole('combobox', { name: 'Value' });
    await enter(user, input, '1.000,2');
    const search = { text: '1000.2', dayFormat: '%d.%m.%Y' };
    expect(source.find).toHaveBeenLastCalledWith('Value', search, expect.anything());
    expect(await options()).toEqual(['1000,2500 ≈ 1 row']);
    expect(screen.getByText('of the 240.000 rows read')).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(input).toHaveValue('1000,2500');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Value', op: 'equals', values: ['1000.2500'] }]);
  });

  it('offers the days of a date, found by what is typed of them', { tags: ['long'] }, async () => {
    const source = sourceOf();
    const { user, startFilter, lastRun } = renderWithValues(source);
    const filter = startFilter(1, 'ValidFrom', 'on');
    const input = filter.getByRole('combobox', { name: 'Value' });
    const textOf = (call: number) => source.find.mock.calls.at(call)?.[1];
    for (const [typed, text] of [
      ['31/01/20', '31/01/20'],
      ['31/01/2026', '2026-01-31'],
      ['31/01/2026 10:1', '2026-01-31'],
      ['2026-01', '2026-01'],
    ]) {
      await user.clear(input);
      await user.paste(typed ?? '');
      expect(textOf(-1)).toEqual({ text, dayFormat: '%d/%m/%Y' });
    }
    await user.clear(input);
    expect(await options()).toEqual(['31/01/2026 12 rows', '01/12/2025 2 rows']);
    await user.click(screen.getByRole('option', { name: /^01\/12/ }));
    expect(input).toHaveValue('01/12/2025');
    await run(user);
    expect(lastRun()?.filters).toEqual([
      { column: 'ValidFrom', op: 'greaterThanOrEquals', values: ['2025-12-01'] },
      { column: 'ValidFrom', op: 'lessThan', values: ['2025-12-02'] },
    ]);
    const other = startFilter(2, 'ValidFrom', 'before');
    expect(other.getByRole('textbox', { name: 'Value' })).toBeVisible();
  });

  it.each([
    { formats: 'en-US', dayFormat: '%-m/%-d/%Y' },
    { formats: 'pl-PL', dayFormat: '%-d.%m.%Y' },
    ...(IS_LONG
      ? [
          { formats: 'fi-FI', dayFormat: '%-d.%-m.%Y' },
          { formats: 'sv-SE', dayFormat: '%Y-%m-%d' },
        ]
      : []),
  ])('searches days as they are written in $formats', async ({ formats, dayFormat }) => {
    const source = sourceOf();
    const { user, startFilter } = renderWithValues(source, formats);
    const filter = startFilter(1, 'ValidFrom', 'on');
    await user.click(filter.getByRole('combobox', { name: 'Value' }));
    expect(source.find).toHaveBeenLastCalledWith('ValidFrom', { text: '', dayFormat }, expect.anything());
  });

  it('says how many rows are true or false', async () => {
    const { user, startFilter, offer, lastRun } = renderWithValues();
    const filter = startFilter(1, 'NeedsPrice', 'is');
    const input = filter.getByRole('combobox', { name: 'Value' });
    await user.click(input);
    expect(await screen.findByRole('option', { name: 'True 1,200 rows' })).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'False 0 rows' }));
    expect(input).toHaveValue('False');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'NeedsPrice', op: 'equals', values: ['false'] }]);
    offer(sourceOf(true));
    await user.click(input);
    expect(await screen.findByRole('option', { name: 'True ≈ 1,200 rows' })).toBeVisible();
    await user.keyboard('{Escape}');
    offer(null);
    await user.click(input);
    expect(screen.getByRole('option', { name: 'True' })).toBeVisible();
  });

  it('adds and removes values of a list, and keeps what is typed as before', async () => {
    const { user, startFilter, lastRun } = renderWithValues();
    const filter = startFilter(1, 'Name', 'is any of');
    const input = filter.getByRole('combobox', { name: 'Values' });
    await user.click(input);
    await user.click(await screen.findByRole('option', { name: /^Bolt/ }));
    await user.click(screen.getByRole('option', { name: /^Nut/ }));
    expect(screen.getByRole('option', { name: /^Bolt/, selected: true })).toBeVisible();
    await user.click(screen.getByRole('option', { name: /^Bolt/ }));
    await user.type(input, 'own{Enter}');
    await run(user);
    expect(lastRun()?.filters).toEqual([{ column: 'Name', op: 'containsAny', values: ['Nut', 'own'] }]);
  });

  it('is a plain input without rows, and for fields that were not read', async () => {
    const { user, startFilter, offer } = renderWithValues(null);
    const filter = startFilter(1, 'Name', 'is');
    const input = filter.getByRole('textbox', { name: 'Value' });
    await enter(user, input, 'Bo');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    offer({ ...sourceOf(), columns: new Set(['Value']) });
    expect(filter.getByRole('textbox', { name: 'Value' })).toHaveFocus();
    offer(sourceOf());
    expect(filter.getByRole('combobox', { name: 'Value' })).toHaveFocus();
    expect(filter.getByRole('combobox', { name: 'Value' })).toHaveValue('Bo');
  });

  it.each(['contains', ...(IS_LONG ? ['starts with'] : []), 'is not'])(
    'suggests texts for %s',
    async (operator) => {
      const { user, startFilter } = renderWithValues();
      const filter = startFilter(1, 'Name', operator);
      await user.click(filter.getByRole('combobox', { name: 'Value' }));
      expect(await options()).toEqual(['Bolt 1,200 rows', 'Nut 7 rows', 'Smith, Sons 1 row']);
    },
  );

  it('suggests values of the rows on screen while none are read, and says so', async () => {
    const { user, startFilter, offer, offerOnScreen } = renderWithValues(null);
    offerOnScreen({ ...sourceOf(true, 'screen'), readCount: 200 });
    const filter = startFilter(1, 'Value', 'greater than');
    const input = filter.getByRole('combobox', { name: 'Value' });
    await user.click(input);
    // Counts are not shown, because the rows on screen may be only a part of all rows.
    expect((await options()).map((text) => text?.trim())).toEqual(['1.5000', '1000.2500']);
    expect(screen.getByText(/From the 200 rows on screen$/)).toBeVisible();
    await enter(user, input, '77');
    await vi.waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    await user.keyboard('{Escape}');
    offer(sourceOf());
    await user.clear(input);
    await user.click(input);
    expect(await options()).toEqual(['1.5000 3 rows', '1000.2500 1 row']);
  });

  it('counts the rows on screen where they are all of the snapshot', async () => {
    const { user, startFilter, offerOnScreen } = renderWithValues(null);
    offerOnScreen(sourceOf(false, 'screen'));
    const filter = startFilter(1, 'Name', 'is');
    await user.click(filter.getByRole('combobox', { name: 'Value' }));
    expect((await options())[0]).toBe('Bolt 1,200 rows');
  });

  it('says that a text is in none of the rows read, and lets Escape close the list alone', async () => {
    const { user } = renderWithValues(sourceOf(), 'en-GB', true);
    // While the builder is hidden, the editor opens below the query line.
    await user.click(screen.getByRole('button', { name: 'Collapse the query' }));
    await user.click(within(screen.getByRole('group', { name: 'Query line' })).getByText('Add filter'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter 1' }));
    await user.click(dialog.getByRole('combobox', { name: 'Field' }));
    await user.click(await screen.findByRole('option', { name: 'Name' }));
    const input = dialog.getByRole('combobox', { name: 'Value' });
    await enter(user, input, 'zzz');
    expect(await screen.findByText('Not among the rows read.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Not among the rows read.')).not.toBeInTheDocument();
    expect(input).toBeVisible();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog', { name: 'Filter 1' })).not.toBeInTheDocument();
  });
});
