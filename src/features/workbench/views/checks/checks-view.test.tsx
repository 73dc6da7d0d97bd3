import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  answered,
  check,
  createChecksHarness,
  PRICE_COLUMN,
  ROWS,
  status,
  toggles,
} from '@/test/checks-harness';
import { enter } from '@/test/enter-text';
import { Remounted } from '@/test/remounted';
import { choose, renderBuilder } from '@/test/render-query-builder';

const harness = createChecksHarness();

test(
  'roles are proposed with their reason; a check that lacks one is off and says which',
  { tags: ['long'] },
  async () => {
    const { user } = harness.renderChecks();
    expect(await screen.findByRole('combobox', { name: 'Price' })).toHaveValue('Value');
    const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
    expect(roles.getByRole('combobox', { name: 'Price' })).toHaveAccessibleDescription('Marked as the price');
    expect(roles.getByRole('combobox', { name: 'Cost' })).toHaveValue('UnitCost');
    expect(roles.getByRole('combobox', { name: 'Valid to' })).toHaveValue('ValidTo');
    expect(check('Changed by more than').getByText('Off: no column for Earlier price')).toBeInTheDocument();
    await choose(user, roles, 'Cost', 'None');
    expect(await check('Below cost').findByText('Off: no column for Cost')).toBeInTheDocument();
    expect(check('Below cost').queryByRole('checkbox')).not.toBeInTheDocument();
  },
);

test('checks run by themselves and count rows, and a finding says in words what is wrong; dismissed, it stays so', async () => {
  const { user } = harness.renderChecks();
  await answered();
  expect(await check('Shifted decimal').findByText('1 row')).toBeInTheDocument();
  expect(check('No price').getByText('1 row')).toBeInTheDocument();
  expect(check('Below cost').getByText('2 rows')).toBeInTheDocument();
  expect(status()).toHaveTextContent('3 rows found by 4 checks');
  expect(screen.queryByRole('button', { name: /^Run checks/ })).not.toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost: 2 rows' })).toBeEnabled();
  expect(toggles().getByRole('button', { name: /^Changed by more than 20 %: not run/ })).toBeDisabled();
  await user.click(toggles().getByRole('button', { name: 'Shifted decimal: 1 row' }));
  expect(toggles().getByRole('button', { name: 'Shifted decimal: 1 row' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const findings = within(screen.getByRole('region', { name: 'Findings' }));
  const slip = '0.019 is 1/1000 of its group’s median 19.40';
  const cell = await findings.findByRole('gridcell', { name: new RegExp(slip) });
  // The row appears only once, with all its findings.
  expect(cell).toHaveTextContent(/0\.019 is below the cost of 14\.00/);

  await user.dblClick(cell);
  const record = within(await findings.findByRole('region', { name: 'Record' }));
  const form = within(record.getByRole('form', { name: 'Shifted decimal' }));
  await enter(user, form.getByRole('textbox', { name: 'Note' }), 'Per gram');
  await user.click(form.getByRole('button', { name: `Dismiss: ${slip}` }));
  expect(await check('Shifted decimal').findByText('1 dismissed')).toBeInTheDocument();
  expect(await findings.findByText('No findings of this kind.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Findings' })).toHaveFocus();
  // Another run finds the row again, and recognizes the finding as dismissed.
  await user.click(check('No price').getByRole('checkbox'));
  await waitFor(() => expect(toggles().queryByRole('button', { name: /^No price/ })).not.toBeInTheDocument());
  expect(await check('Shifted decimal').findByText('0 rows')).toBeInTheDocument();
  expect(check('Shifted decimal').getByText('1 dismissed')).toBeInTheDocument();
});

test('a check whose fields were not read is not run, and says which they are', async () => {
  const without = (names: readonly string[]) => {
    const table = {
      ...harness.opened.table,
      columns: harness.opened.table.columns.filter(({ name }) => !names.includes(name)),
    };
    return renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: harness.view({ engine: harness.opened.engine, table }),
    });
  };
  without(['ValidFrom', 'Currency']);
  await answered();
  const key = toggles().getByRole('button', {
    name: 'Key twice: not run. Not run: ValidFrom and Currency are not among the fields.',
  });
  expect(key).toBeDisabled();
  expect(check('Key twice').getByText(/ValidFrom and Currency are not among the fields/)).toBeInTheDocument();
  expect(check('Key twice').queryByRole('checkbox')).not.toBeInTheDocument();
  // This check is not run, because it would compare prices in different currencies.
  expect(
    toggles().getByRole('button', { name: /^Far from its group: not run\..*Currency is not/ }),
  ).toBeDisabled();
  const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
  expect(roles.getByRole('combobox', { name: 'Valid from' })).toHaveAccessibleDescription(
    'ValidFrom is not among the fields',
  );
});

test(
  'a check that finds more than a fifth of the rows says what that probably means, and leads to the roles; those it cannot judge are counted',
  { tags: ['long'] },
  async () => {
    const rows = Array.from({ length: 40 }, (_, index) => {
      const cost = index < 3 ? null : '14.00';
      const price = index === 5 ? null : '19.40';
      return [String(index), `A-${index % 20}`, 'Pens', 'EUR', price, cost, '2026-01-01', null];
    });
    const table = harness.opened.addTable(PRICE_COLUMN.fields, rows);
    const { user } = renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: harness.view({ engine: harness.opened.engine, table }, { kind: 'all', rowCount: rows.length }),
    });
    const notes = within(await screen.findByRole('group', { name: 'What the findings probably mean' }));
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual([
      expect.stringMatching(/^Validity overlaps finds 40 of 40 rows, more than a fifth/),
      expect.stringMatching(/^Key twice finds 40 of 40 rows, more than a fifth/),
    ]);
    // Three rows have no cost, and one has no price.
    expect(check('Below cost').getByText('Not checked: 4 rows')).toBeInTheDocument();
    expect(check('No price').queryByText(/Not checked/)).not.toBeInTheDocument();
    await user.click(notes.getByRole('button', { name: 'Check the roles of the columns' }));
    expect(screen.getByRole('group', { name: 'Roles of columns' })).toHaveFocus();
  },
);

test(
  'roles are told to whom saves a view, and those of a saved view hold whatever the values are',
  { tags: ['long'] },
  async () => {
    const { user, actions } = harness.renderChecks();
    await answered();
    expect(screen.getByTestId('roles')).toHaveTextContent(
      /^1;roles,price~Value,.*group~Family,article~ItemNumber/,
    );
    act(() => actions().setView('checks', { roles: '1;roles,group~ItemNumber,cost' }));
    const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
    const group = await roles.findByRole('combobox', { name: 'Group' });
    await waitFor(() => expect(group).toHaveValue('ItemNumber'));
    expect(group).toHaveAccessibleDescription('As the view was saved');
    expect(roles.getByRole('combobox', { name: 'Cost' })).toHaveValue('None');
    await choose(user, roles, 'Group', 'Family');
    expect(group).toHaveAccessibleDescription('Your choice');
    act(() => actions().setView('checks', { roles: '2;roles' }));
    await user.click(await screen.findByRole('button', { name: 'Use the proposed checks' }));
    expect(await screen.findByRole('combobox', { name: 'Group' })).toHaveValue('Family');
  },
);

test('a parameter is checked where it is typed, and the checks run again with it at once', async () => {
  const { user } = harness.renderChecks();
  await answered();
  expect(await check('Below cost').findByText('2 rows')).toBeInTheDocument();
  const margin = check('Below cost').getByRole('textbox', { name: 'Least margin in %' });
  await user.clear(margin);
  await enter(user, margin, '100');
  await user.keyboard('{Enter}');
  expect(check('Below cost').getByText('Enter a number from 0 to 99.9')).toBeInTheDocument();
  await user.clear(margin);
  await enter(user, margin, '27.5');
  await user.keyboard('{Enter}');
  expect(await check('Below cost').findByText('3 rows')).toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost or a margin of 27.5 %: 3 rows' })).toBeEnabled();
  // The focus stays in the input, so that typing can continue.
  expect(check('Below cost').getByRole('textbox', { name: 'Least margin in %' })).toHaveFocus();
});

test('of some of the rows, the checks run when asked, say how many are done, and that their counts are estimates', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { engine, table } = harness.opened;
  const materialise: typeof engine.materialise = async (...of) => {
    await held;
    return engine.materialise(...of);
  };
  const { user } = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: harness.view(
      { engine: { ...engine, materialise }, table },
      { kind: 'part', readCount: 8, rowCount: 16, status: 'paused' },
    ),
  });
  await waitFor(() => expect(status()).toHaveTextContent('Only some of the rows are read.'));
  expect(screen.queryByRole('grid', { name: 'Findings' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Run checks' }));
  expect(await screen.findByText(/^Check 1 of \d+: /)).toBeVisible();
  const progress = screen.getByRole('progressbar', { name: 'Running checks' });
  expect(progress).toHaveAttribute('aria-valuenow', '0');
  goOn();
  await waitFor(() => expect(status()).toHaveTextContent('≈ 3 rows found by 4 checks'));
  expect(progress).not.toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost: ≈ 2 rows' })).toBeEnabled();
});

test(
  'the checks whose findings are shown are kept in the address, also over a reload',
  { tags: ['long'] },
  async () => {
    const { user } = renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: <Remounted>{harness.view()}</Remounted>,
    });
    const rowCount = () => screen.getByRole('grid', { name: 'Findings' }).getAttribute('aria-rowcount');
    await answered();
    await user.click(toggles().getByRole('button', { name: 'Shifted decimal: 1 row' }));
    await user.click(toggles().getByRole('button', { name: 'No price: 1 row' }));
    await waitFor(() => expect(rowCount()).toBe('3'));

    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await answered();
    const pressed = toggles().getAllByRole('button', { pressed: true });
    expect(pressed.map(({ textContent }) => textContent)).toEqual([
      'No price: 1 row',
      'Shifted decimal: 1 row',
    ]);
    await waitFor(() => expect(rowCount()).toBe('3'));
    for (const each of pressed) await user.click(each);
    await waitFor(() => expect(rowCount()).toBe('4'));
  },
);

test(
  'until the findings of another set-up can be shown, the former ones stay, and are told as being renewed',
  { tags: ['long'] },
  async () => {
    const { engine, table } = harness.opened;
    let isHeld: (text: string) => boolean = () => false;
    let goOn: () => void = () => undefined;
    const held = vi.fn<() => void>();
    const pass = async (text: string) => {
      if (!isHeld(text)) return;
      held();
      await new Promise<void>((resolve) => (goOn = resolve));
    };
    const hold = (part: string) => {
      isHeld = (text) => text.includes(part);
      held.mockClear();
    };
    const query: typeof engine.query = async (statement, options) => {
      await pass(statement.text);
      return engine.query(statement, options);
    };
    const materialise: typeof engine.materialise = async (statements, signal) => {
      await pass(statements.map(({ text }) => text).join(';'));
      return engine.materialise(statements, signal);
    };
    const { user } = renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: harness.view({ engine: { ...engine, query, materialise }, table }),
    });
    await answered();
    const findings = screen.getByRole('region', { name: 'Findings' });
    const grid = () => within(findings).queryByRole('grid', { name: 'Findings' });
    await waitFor(() => expect(grid()).toHaveAttribute('aria-rowcount', '4'));
    expect(status()).toHaveTextContent('3 rows found by 4 checks');

    // At this point, all checks have run, and their findings are being counted.
    hold('GROUPING SETS');
    await user.click(check('No price').getByRole('checkbox'));
    await waitFor(() => expect(held).toHaveBeenCalled());
    expect(grid()).toHaveAttribute('aria-rowcount', '4');
    expect(findings.closest('[aria-busy="true"]')).not.toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Running checks' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();

    // At this point, the findings have been counted, and their rows are being opened.
    const release = goOn;
    hold('NULLS LAST, min(check_no)');
    release();
    await waitFor(() => expect(status()).toHaveTextContent('2 rows found by 3 checks'));
    await waitFor(() => expect(held).toHaveBeenCalled());
    expect(grid()).toHaveAttribute('aria-rowcount', '4');
    expect(findings).toHaveAttribute('aria-busy', 'true');

    goOn();
    await waitFor(() => expect(grid()).toHaveAttribute('aria-rowcount', '3'));
    expect(findings).toBeInTheDocument();
    expect(findings.closest('[aria-busy="true"]')).toBeNull();
  },
);

test('the focus stays on a button of the run while there is one, then goes to the findings; it stays on Save checks', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { engine, table } = harness.opened;
  const materialise: typeof engine.materialise = async (...of) => {
    await held;
    return engine.materialise(...of);
  };
  const { user } = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: harness.view(
      { engine: { ...engine, materialise }, table },
      { kind: 'part', readCount: 8, rowCount: 16, status: 'paused' },
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Run checks' }));
  expect(await screen.findByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Run checks' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Cancel' })).toHaveFocus();
  goOn();
  const findings = await screen.findByRole('region', { name: 'Findings' });
  expect(findings).toHaveFocus();
  await within(findings).findByRole('grid', { name: 'Findings' });
  expect(findings).toHaveFocus();

  const save = screen.getByRole('button', { name: 'Save checks' });
  await user.click(save);
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'));
  // The button is not `disabled`, because browsers take the focus from a disabled button.
  expect(save).toBeEnabled();
  expect(save).toHaveFocus();
});

test(
  'checks that run with every snapshot are saved, run unasked, and tell what they have found',
  { tags: ['long'] },
  async () => {
    const { user } = harness.renderChecks();
    await user.click(await screen.findByRole('checkbox', { name: 'Run checks after every refresh' }));
    await waitFor(() =>
      expect(screen.getByTestId('checked')).toHaveTextContent('Checks: 3 rows found by 4 checks'),
    );
    expect(screen.getByRole('checkbox', { name: 'Run checks after every refresh' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Save checks' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(check('No price').getByRole('checkbox'));
    expect(screen.getByRole('button', { name: 'Save checks' })).not.toHaveAttribute('aria-disabled');
  },
);

test('the checks wait for columns that the values propose', { tags: ['long'] }, async () => {
  const fields = PRICE_COLUMN.fields.map((field) =>
    field.name === 'Family' ? { ...field, name: 'Range' } : field,
  );
  const table = harness.opened.addTable(fields, ROWS);
  renderBuilder({
    hasBuilder: false,
    priceColumn: { ...PRICE_COLUMN, fields },
    beside: harness.view({ ...harness.opened, table }),
  });
  await answered();
  // No metadata names this group; only the values of the rows reveal it.
  expect(await check('Shifted decimal').findByText('1 row')).toBeInTheDocument();
  expect(status()).not.toHaveTextContent('The settings have changed since.');
});
