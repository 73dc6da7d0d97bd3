/** @module-tag long */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import * as engines from '@/analysis/engine/connect-engine';
import { createEngineConnection } from '@/analysis/engine/create-engine-connection';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { startInProcess } from '@/test/start-in-process';

beforeEach(() => {
  vi.spyOn(engines, 'connectEngine').mockImplementation(() => createEngineConnection(startInProcess));
});
const LOADING = { timeout: 50_000 };

const ROW_COUNT = 60;
const QUERY = `v=1&filter=EntryNo~less-than~${1_000_000 + ROW_COUNT}`;
const ROWS = Array.from({ length: ROW_COUNT }, (_, row) => rowAt('SalesPrice', row));
const countOf = (holds: (row: (typeof ROWS)[number]) => boolean) => ROWS.filter(holds).length;
const rowsText = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

type User = Awaited<ReturnType<typeof renderAt>>['user'];

async function renderProposal(parameters = '', view = 'proposal') {
  const rendered = await renderAt(`/prices/SalesPrice?${QUERY}&show=${view}${parameters}`);
  await rendered.user.click(await screen.findByRole('button', { name: 'Run' }));
  return rendered;
}

const rule = async (number: number) =>
  within(await screen.findByRole('group', { name: `Rule ${number}` }, LOADING));
const textOf = async (number: number) =>
  // Replaces the non-breaking spaces of the text, to compare it with plain texts.
  (await screen.findByRole('group', { name: `Rule ${number}` }, LOADING)).textContent.replaceAll(
    '\u00a0',
    ' ',
  );
const expectRule = (number: number, words: RegExp | string) =>
  waitFor(async () => expect(await textOf(number)).toMatch(words), LOADING);
const shown = () => screen.getByRole('status', { name: 'Rows shown' });
const addressed = (parameter: string) => new URL(location.href).searchParams.get(parameter) ?? '';

async function choose(
  user: User,
  within_: Awaited<ReturnType<typeof rule>>,
  name: string,
  option: string,
): Promise<void> {
  await user.click(within_.getByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Returns the current address without the snapshot, because each rendered test has a new service without that snapshot. */
function linkTo(): string {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('cacheKey');
  return `${pathname}?${searchParams}`;
}

test('a guard stops prices, the first rule that fits applies, and a link has the rules', async () => {
  let { user } = await renderProposal('&proposal=1;rule,by~percent~3,to~ending~0.95~nearest');
  await enter(user, (await rule(1)).getByRole('textbox', { name: 'At most ± %' }), '8');
  await expectRule(1, /at most ± 8 %/);
  const stopped = () =>
    within(screen.getByRole('group', { name: 'Figures of the proposal' })).getByRole('button', {
      name: /^Stopped by a guard: /,
    });
  await waitFor(() => expect(stopped()).not.toHaveTextContent(/^0$/), LOADING);
  const count = Number(stopped().textContent);
  await user.click(stopped());
  await waitFor(() => expect(shown()).toHaveTextContent(`Stopped by a guard · ${rowsText(count)}`), LOADING);

  // A second rule applies only to rows that the first rule has left, here none. Moved before the first rule, it gets its rows.
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  await expectRule(2, /0 rows/);
  await choose(user, await rule(2), 'For', 'Rows that satisfy conditions');
  await user.click((await rule(2)).getByRole('button', { name: 'Add condition' }));
  const condition = within((await rule(2)).getByRole('group', { name: 'Condition 1' }));
  await choose(user, condition, 'Field', 'Currency');
  await enter(user, condition.getByRole('combobox', { name: 'Value' }), 'EUR');
  await user.keyboard('{Enter}');
  await choose(user, await rule(2), 'Change', 'to a margin % on cost');
  expect(await (await rule(2)).findByRole('alert')).toHaveTextContent('No column has costs');
  (await rule(2)).getByRole('button', { name: 'Move Rule 2' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  const euros = countOf((row) => row['Currency'] === 'EUR');
  await expectRule(1, `${rowsText(euros)} · ${euros} without an answer`);
  await expectRule(1, /cost with a margin of 20 %/);
  await user.click((await rule(1)).getByRole('button', { name: `${euros} without an answer` }));
  await waitFor(() => expect(shown()).toHaveTextContent(`Rule 1 · No answer · ${rowsText(euros)}`), LOADING);
  const others = rowsText(ROW_COUNT - euros);
  await user.click((await rule(2)).getByRole('button', { name: others }));
  await waitFor(() => expect(shown()).toHaveTextContent(`Rule 2 · ${others}`), LOADING);

  const link = linkTo();
  expect(addressed('proposal')).toMatch(/^1;rule,for~.*by~margin~20;rule,by~percent~3/);
  cleanup();
  ({ user } = await renderAt(link));
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await expectRule(2, /at most ± 8 %/);
});
