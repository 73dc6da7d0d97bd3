import { readFileSync } from 'node:fs';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { descriptionOfTab } from '@/session/own-description';
import { enter } from '@/test/enter-text';
import { described } from '@/test/service-description.arbitraries';
import { renderAt } from '@/test/render-at';

const DESCRIPTION = described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8')));

beforeEach(() => sessionStorage.clear());

async function table() {
  return within(await screen.findByRole('table', { name: 'Service check' }));
}

test('a service as in the contract fits, step by step', async () => {
  await renderAt('/service');
  expect(await screen.findByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
  expect(
    await screen.findByText('The service fits the description that is in use.', {}, { timeout: 9_000 }),
  ).toBeVisible();
  const steps = await table();
  expect(steps.getByRole('row', { name: /^Page by key .*fits/ })).toBeVisible();
  expect(steps.getByRole('row', { name: /^Operator startsWith .*fits/ })).toBeVisible();
  expect(
    steps.getByRole('row', { name: /^Token and its lifetime .*20 minutes, as .issued and .expires say/ }),
  ).toBeVisible();
  expect(screen.getByText('Nothing to describe: the service writes its messages as expected.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use in this browser' })).toBeNull();
});

test('the description of another service is proposed with reasons, and used in this browser until it is forgotten', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const { user } = await renderAt('/service', {
    description: DESCRIPTION,
    isDescribed: false,
    keepsRecords: true,
  });
  await screen.findByText('The service fits with the description below.', {}, { timeout: 9_000 });
  const keys = within(screen.getByRole('table', { name: 'Proposed description' }));
  expect(
    keys.getByRole('row', { name: 'extraction.size.name "limit" A refusal names it: limit' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use in this browser' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(descriptionOfTab.read()).toMatchObject({ extraction: { size: { name: 'limit' } } });
  reload.mockRestore();
});

test('a check can be cancelled and tried again', { tags: ['long'] }, async () => {
  const { user, release } = await renderAt('/service', { isHeld: true });
  expect(await screen.findByText(/^Step 2 of \d+$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The check was cancelled.')).toBeVisible();
  release();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^The service fits/, {}, { timeout: 9_000 })).toBeVisible();
});

test('a service that fails ends the check with a sentence and a way on', async () => {
  await renderAt('/service', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'any', times: null, fault: { kind: 'html', status: 200 } }),
  });
  expect(
    await screen.findByText(/^Something is missing for the main job: Price columns\. .*HTML/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('it is reached from the palette and from About', async () => {
  const { user } = await renderAt('/prices');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^About/ }));
  await user.click(await screen.findByRole('link', { name: 'Check service' }));
  expect(await screen.findByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Price columns' }));
  await user.click(screen.getByRole('button', { name: /^Search or jump to/ }));
  await enter(user, await screen.findByRole('combobox'), 'check serv');
  await user.click(await screen.findByText('Check service'));
  expect(await screen.findByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
});

test('the environment chip says that a description of the own is in use', async () => {
  descriptionOfTab.write({ version: 1 });
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await renderAt('/prices');
  expect(await screen.findByText(/own description$/)).toBeVisible();
});
