import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { enter } from '@/test/enter-text';
import { testField } from '@/test/test-price-column';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { Reordering } from '@/ui/components/reordering';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { createPublishedRows } from '../../controller/published-rows';
import { WorkbenchProvider, type Workbench } from '../../controller/use-workbench';
import { proposalFromParameter, proposalToParameter } from './proposal-address';
import { draftOf, specOf, type ProposalDraft } from './proposal-draft';
import { AddRule, RuleEditor } from './rule-editor';

const FIELDS = [
  testField('Currency', { maxLength: 3 }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('UnitCost', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('ListPrice', { type: 'number', sqlType: 'decimal', scale: 2 }),
];

const NoCounts = () => null;

/** Renders the editors of the rules in a parameter, in a workbench that is not connected to a service. */
function renderRules(parameter: string, fields = FIELDS) {
  const read = proposalFromParameter(parameter, fields);
  if (!read.ok) throw new Error(read.problem.kind);
  const first = draftOf(read.spec);
  const drafts: ProposalDraft[] = [];
  function Page() {
    const [draft, change] = useState(first);
    drafts.push(draft);
    return (
      <Reordering ids={draft.rules.map(({ id }) => id)} nameOf={(id) => id} onDrop={() => undefined}>
        {draft.rules.map((each, index) => (
          <RuleEditor
            key={each.id}
            {...each}
            number={index + 1}
            ruleCount={draft.rules.length}
            fields={fields}
            columns={fields}
            cost="UnitCost"
            price="Value"
            change={change}
            Counts={NoCounts}
          />
        ))}
        <AddRule isFull={false} onAdd={() => undefined} />
        <button onClick={() => change(first)}>Undo</button>
      </Reordering>
    );
  }
  const workbench = { today: '2026-01-31', published: createPublishedRows() };
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <AnnouncerProvider>
            <QueryClientProvider client={new QueryClient()}>
              <WorkbenchProvider value={workbench as unknown as Workbench}>
                <Page />
              </WorkbenchProvider>
            </QueryClientProvider>
          </AnnouncerProvider>
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const latest = () => drafts.at(-1) ?? first;
  return {
    user,
    latest,
    expectRules: (rules: string) => expect(proposalToParameter(specOf(latest()))).toBe(rules),
    choose: async (name: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name }));
      await user.click(screen.getByRole('option', { name: option }));
    },
  };
}

/** Returns the label and the value of each input of the first rule, in their order. */
function inputs(): readonly string[] {
  const group = screen.getByRole('group', { name: 'Rule 1' });
  return [...group.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')].map(
    ({ labels, value }) => `${labels?.[0]?.textContent}: ${value}`,
  );
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('each kind of change has its own fields, and applies at once with a first value', async () => {
  const { user, expectRules, choose } = renderRules('1;rule,by~percent~3');
  expect(inputs()).toEqual([
    'For: All rows',
    'Change: by %',
    'Percent: 3',
    'Round to: none',
    'Not below: none',
    'Not above: none',
    'At most ± %: ',
  ]);
  for (const [kind, fields, rules] of [
    ['by an amount', ['Amount: 0'], 'by~amount~0'],
    ['to a value', ['Value: 0'], 'by~value~0'],
    ['to a margin % on cost', ['Margin %: 20'], 'by~margin~20'],
    ['to a mark-up % on cost', ['Mark-up %: 20'], 'by~markup~20'],
    ['to another column × factor', ['Other column: UnitCost', 'Factor: 1'], 'by~column~UnitCost~1'],
  ] as const) {
    await choose('Change', kind);
    expect(inputs().slice(1, 2 + fields.length)).toEqual([`Change: ${kind}`, ...fields]);
    expectRules(`1;rule,${rules}`);
  }
  await choose('Other column', 'ListPrice');
  await user.clear(screen.getByRole('textbox', { name: 'Factor' }));
  await enter(user, screen.getByRole('textbox', { name: 'Factor' }), '1.25');
  expectRules('1;rule,by~column~ListPrice~1.25');
}, 60_000);

test('limits and rounding have the fields of their kind, which say whose they are', async () => {
  const { user, expectRules, choose } = renderRules('1;rule,by~percent~3');
  await choose('Not below', 'cost with a margin of %');
  expect(screen.getByRole('textbox', { name: 'Not below: Margin %' })).toHaveAccessibleDescription(
    /^cost ÷ \(1 − 20\s%\)$/,
  );
  await choose('Not above', 'a column');
  await choose('Not above: Column', 'ListPrice');
  expectRules('1;rule,by~percent~3,below~margin~20,above~column~ListPrice');
  await choose('Not below', 'none');
  await choose('Not above', 'cost plus a mark-up of %');
  expect(screen.getByRole('textbox', { name: 'Not above: Mark-up %' })).toHaveAccessibleDescription(
    /^cost × \(1 \+ 20\s%\)$/,
  );
  await choose('Not above', 'a value');
  expect(screen.getByRole('textbox', { name: 'Not above: Value' })).toHaveValue('0');

  await user.click(screen.getByRole('combobox', { name: 'Round to' }));
  expect(options()).toEqual(['none', '0.01', '0.05', '0.10', '1', '10', 'ending in …']);
  await user.click(screen.getByRole('option', { name: 'ending in …' }));
  await choose('Direction', 'up');
  await enter(user, screen.getByRole('textbox', { name: 'At most ± %' }), '8');
  expectRules('1;rule,by~percent~3,to~ending~0.95~up,above~value~0,most~8');
  expect(inputs().slice(3)).toEqual([
    'Round to: ending in …',
    'Ending in: 0.95',
    'Direction: up',
    'Not below: none',
    'Not above: a value',
    'Not above: Value: 0',
    'At most ± %: 8',
  ]);
}, 60_000);

test('an invalid number and unfinished conditions are kept but do not apply, and undo replaces them', async () => {
  const { user, latest, expectRules, choose } = renderRules('1;rule,by~percent~3');
  const percent = screen.getByRole('textbox', { name: 'Percent' });
  await user.type(percent, 'x');
  expect(percent).toBeValid();
  await user.tab();
  expect(percent).toBeInvalid();
  expect(percent).toHaveAccessibleDescription('Not a number that can stand here');
  expect(latest().rules[0]?.typed).toEqual({ 'change.percent': '3x' });
  await user.clear(percent);
  await enter(user, percent, '4');
  expect(latest().rules[0]?.typed).toEqual({});

  await choose('For', 'Rows that satisfy conditions');
  expect(screen.getByText('Without a condition the rule is for all rows.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  await enter(user, screen.getByRole('textbox', { name: 'Value' }), 'E');
  expectRules('1;rule,for~1!sall!sCurrency!tis!tE,by~percent~4');
  await choose('Field', 'UnitCost');
  expect(screen.getByText('The conditions apply once all of them are complete.')).toBeVisible();
  expect(latest().rules[0]?.unfinished?.parts).toHaveLength(1);
  expectRules('1;rule,for~1!sall!sCurrency!tis!tE,by~percent~4');

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(inputs().slice(0, 3)).toEqual(['For: All rows', 'Change: by %', 'Percent: 3']);
}, 60_000);

test('without another column of numbers, none is offered; a rule moves by keyboard and can be removed', async () => {
  const { user, expectRules } = renderRules('1;rule,by~percent~3;rule,by~percent~5', FIELDS.slice(0, 2));
  const second = within(screen.getByRole('group', { name: 'Rule 2' }));
  await user.click(second.getByRole('combobox', { name: 'Change' }));
  expect(options()).toEqual([
    'by %',
    'by an amount',
    'to a value',
    'to a margin % on cost',
    'to a mark-up % on cost',
  ]);
  await user.click(second.getByRole('combobox', { name: 'Not below' }));
  expect(options()).toEqual(['none', 'a value', 'cost with a margin of %', 'cost plus a mark-up of %']);
  second.getByRole('button', { name: 'Move Rule 2' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expectRules('1;rule,by~percent~5;rule,by~percent~3');
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }));
  expectRules('1;rule,by~percent~3');
  expect(screen.getByRole('button', { name: 'Add rule' })).toHaveFocus();
}, 60_000);
