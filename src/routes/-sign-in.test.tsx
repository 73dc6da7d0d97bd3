import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

const submit = () => screen.findByRole('button', { name: 'Sign in' });

test('a demo account signs in with one press, and arrives at the price columns', async () => {
  const { user } = await renderAt('/', { account: null });
  const accounts = within(await screen.findByRole('group', { name: 'Demo accounts' }));
  await user.click(accounts.getByRole('button', { name: 'Pricing manager All rights' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Price columns' })).toBeVisible();
});

test('signing in leads to the address that was requested', async () => {
  const { user } = await renderAt('/schema/item', { account: null });
  await user.type(await screen.findByLabelText('User name'), 'analyst');
  await user.type(screen.getByLabelText('Password'), 'demo-analyst');
  await user.click(await submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Item table' })).toBeVisible();
});

test('missing entries are named at their fields, and nothing is sent', async () => {
  const { user, service } = await renderAt('/sign-in', { account: null });
  await user.click(await submit());
  expect(await screen.findByLabelText('User name')).toHaveAccessibleDescription('Enter your user name.');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
  expect(service.controls.journal()).toEqual([]);
});

test('a wrong password is described, and the right one signs in', async () => {
  const { user } = await renderAt('/sign-in', { account: null });
  await user.type(await screen.findByLabelText('User name'), 'manager');
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(await submit());
  // `findByRole` fails if there is more than one alert.
  expect(await screen.findByRole('alert')).toHaveTextContent('User name or password is wrong');
  expect(screen.getByLabelText('User name')).toHaveValue('manager');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await user.type(screen.getByLabelText('Password'), 'demo-manager');
  await user.click(await submit());
  expect(await screen.findByRole('heading', { level: 1, name: 'Price columns' })).toBeVisible();
});

test('a service that fails is described, and a second try signs in', async () => {
  const { user, service } = await renderAt('/sign-in', { account: null, prepare: breakEndpoint('token') });
  await user.click(await screen.findByRole('button', { name: 'Analyst No cost rights' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Disk full');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Analyst No cost rights' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Price columns' })).toBeVisible();
});

test.each([
  ['http://prices.example.com/papi', 'The address is not safe'],
  ['http://[::1]:8780/papi', 'localhost or 127.0.0.1'],
])('%s is refused before anything is sent, and what was typed stays', async (address, words) => {
  const { user, service } = await renderAt('/sign-in', { account: null });
  await enter(user, await screen.findByLabelText('User name'), 'manager');
  await enter(user, screen.getByLabelText('Password'), 'demo-manager');
  await user.clear(screen.getByLabelText('Service address'));
  await enter(user, screen.getByLabelText('Service address'), address);
  await user.click(await submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.getByLabelText('Service address')).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveValue('demo-manager');
  expect(service.controls.journal()).toEqual([]);
});

test('the connection check finds the service', async () => {
  const { user } = await renderAt('/sign-in', { account: null });
  await user.click(await screen.findByRole('button', { name: 'Check connection' }));
  expect(await screen.findByText('The connection works')).toBeVisible();
});

test('a sign-in on its way can be cancelled, which ends it at the service', async () => {
  const { user, service } = await renderAt('/sign-in', {
    account: null,
    prepare: ({ controls }) => controls.addFault({ on: 'token', fault: { kind: 'delay', delayMs: 60_000 } }),
  });
  await enter(user, await screen.findByLabelText('User name'), 'manager');
  await enter(user, screen.getByLabelText('Password'), 'demo-manager');
  await user.click(await submit());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await submit()).toBeEnabled());
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(service.controls.journal().at(-1)?.isAborted).toBe(true));
});

test('a throttled form waits as long as it is asked to, and can then be tried again', async () => {
  const { user } = await renderAt('/sign-in', {
    account: null,
    prepare: ({ controls }) =>
      controls.addFault({ on: 'token', fault: { kind: 'status', status: 429, retryAfterS: 1 } }),
  });
  await enter(user, await screen.findByLabelText('User name'), 'manager');
  await enter(user, screen.getByLabelText('Password'), 'demo-manager');
  await user.click(await submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  expect(await submit()).toBeDisabled();
  await waitFor(async () => expect(await submit()).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an API key signs in without a token call, and what cannot be sent is named at its field', async () => {
  const { user, service } = await renderAt('/schema/item', { account: null });
  await user.click(await screen.findByRole('tab', { name: 'API key' }));
  const userName = screen.getByLabelText('User name');
  const password = screen.getByLabelText('Password');
  await enter(user, userName, 'man:ager');
  await enter(user, password, 'demo-manager');
  await user.click(await submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('The user name cannot contain a colon');
  expect(userName).toHaveFocus();
  await user.clear(userName);
  await enter(user, userName, 'manager');
  await user.click(await submit());
  expect(await screen.findByRole('table', { name: 'Columns' })).toBeVisible();
  expect(service.controls.journal().filter(({ endpoint }) => endpoint === 'token')).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Account/ }));
  const menu = await screen.findByRole('menu');
  expect(menu).toHaveTextContent('Rights unknown');
  expect(menu).toHaveTextContent('Signed in with an API key');
});
