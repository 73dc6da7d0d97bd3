import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
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
  expect(await screen.findByRole('alert')).toHaveTextContent('User name or password is wrong');
  await user.clear(screen.getByLabelText('Password'));
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
