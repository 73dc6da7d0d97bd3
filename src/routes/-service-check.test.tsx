import { readFileSync } from 'node:fs';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { ownDescription } from '@/session/own-description';
import type { Session } from '@/session/session';
import { enter } from '@/test/enter-text';
import { described } from '@/test/service-description.arbitraries';
import { renderAt } from '@/test/render-at';

const SNAKE_CASE = JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8'));
const DESCRIPTION = described(SNAKE_CASE);
const UNDESCRIBED = { description: DESCRIPTION, isDescribed: false } as const;
const PATIENCE = { timeout: 9_000 };

beforeEach(() => localStorage.clear());

async function startCheck({ user }: Pick<Awaited<ReturnType<typeof renderAt>>, 'user'>) {
  await user.click(await screen.findByRole('button', { name: 'Start' }));
}

function sessionIdOf({ getState }: Pick<Session, 'getState'>): string {
  const state = getState();
  return 'account' in state ? state.account.sessionId : '';
}

const useButton = () => screen.findByRole('button', { name: 'Use in this browser' }, PATIENCE);

test('nothing is sent before Start, and a service as in the contract fits, step by step', async () => {
  const asked = vi.fn<(path: string) => void>();
  const page = await renderAt('/service', {
    prepare: (service) => {
      const { handle } = service;
      vi.spyOn(service, 'handle').mockImplementation(async (request) => {
        asked(new URL(request.url).pathname);
        return handle(request);
      });
    },
  });
  expect(
    await screen.findByText(/at most 40 for rows.+up to 39 other addresses.+It only reads/),
  ).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  const pricePaths = () => asked.mock.calls.filter(([path]) => path.includes('/prices/'));
  expect(pricePaths()).toEqual([]);
  await startCheck(page);
  const outcome = await screen.findByText('The service fits the description that is in use.', {}, PATIENCE);
  expect(outcome.closest('[role="status"]')).not.toBeNull();
  expect(pricePaths().length).toBeGreaterThan(0);
  expect(pricePaths().length).toBeLessThanOrEqual(40);
  const steps = within(screen.getByRole('table', { name: 'Service check' }));
  expect(steps.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Step',
    'Verdict',
    'Request',
    'Answer',
    'Expected',
    'Received',
  ]);
  expect(steps.getByRole('row', { name: /^Page of the snapshot fits/ })).toBeVisible();
  expect(steps.getByRole('row', { name: /^Operator startsWith fits/ })).toBeVisible();
  expect(
    steps.getByRole('row', { name: /^Token and its lifetime .*20 minutes, as .issued and .expires say/ }),
  ).toBeVisible();
  expect(screen.getByText('Nothing to describe: the service answers as expected.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use in this browser' })).toBeNull();
});

test('a proposed description is used from the next load on, which the page does not force', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  let saved: Blob | MediaSource | null = null;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved = file;
    return 'blob:service';
  });
  const page = await renderAt('/service', UNDESCRIBED);
  await startCheck(page);
  await screen.findByText('With the proposed description, the service fits.', {}, PATIENCE);
  const keys = within(screen.getByRole('table', { name: 'Proposed description' }));
  expect(
    keys.getByRole('row', { name: 'extraction.size.name "limit" A refusal names it: limit' }),
  ).toBeVisible();
  await page.user.click(await useButton());
  expect(screen.getByText('The description is stored in this browser.')).toBeVisible();
  expect(ownDescription.readStored()?.description).toMatchObject({ extraction: { size: { name: 'limit' } } });
  const proposal = within(screen.getByRole('region', { name: 'Proposed description' }));
  await page.user.click(proposal.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('The description is copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('"limit"');
  await page.user.click(proposal.getByRole('button', { name: 'Save as service.json' }));
  expect(screen.getByText('service.json is saved with your downloads.')).toBeVisible();
  expect(saved).toBeInstanceOf(Blob);
  expect(screen.getByText(/^Your own description takes effect when this page loads again\./)).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  await page.user.click(screen.getByRole('button', { name: 'Reload now' }));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();
  await page.user.click(screen.getByRole('button', { name: 'Forget it' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.getByText('Your own description is forgotten.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reload now' })).toBeNull();
  expect(ownDescription.readStored()).toBeNull();
});

test('what lacks a part that reading needs is not used, but copied and saved', async () => {
  const page = await renderAt('/service', {
    ...UNDESCRIBED,
    prepare: (service) => {
      const { handle } = service;
      vi.spyOn(service, 'handle').mockImplementation(async (request) =>
        request.method === 'POST' && !request.url.endsWith('/token')
          ? Response.json({ message: 'no' }, { status: 400 })
          : handle(request),
      );
    },
  });
  await startCheck(page);
  expect(
    await screen.findByText(/^Something that is needed to read prices is missing: /, {}, PATIENCE),
  ).toBeVisible();
  expect(screen.getByText(/^It is not complete, so it cannot be used yet\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save as service.json' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use in this browser' })).toBeNull();
});

test('an address that the check does not find can be given', async () => {
  const path = '/api/hidden';
  const page = await renderAt('/service', {
    description: described({ ...SNAKE_CASE, priceColumns: { ...SNAKE_CASE.priceColumns, path } }),
    isDescribed: false,
    prepare: (service) => {
      const { handle } = service;
      vi.spyOn(service, 'handle').mockImplementation(async (request) =>
        request.url.endsWith('/openapi.json') ? new Response(null, { status: 404 }) : handle(request),
      );
    },
  });
  await startCheck(page);
  const field = await screen.findByRole('textbox', { name: 'Address of the price columns' }, PATIENCE);
  expect(screen.getByText(/^Something that is needed.+ try again\.$/)).toBeVisible();
  await enter(page.user, field, 'hidden');
  await page.user.keyboard('{Enter}');
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/begins with \//);
  await page.user.clear(field);
  await enter(page.user, field, path);
  await page.user.keyboard('{Enter}');
  await screen.findByText('With the proposed description, the service fits.', {}, PATIENCE);
  expect(screen.getByRole('row', { name: `priceColumns.path "${path}" You gave it: ${path}` })).toBeVisible();
});

test('Cancel aborts the running request, and the focus stays on the button that starts again', async () => {
  const signals: AbortSignal[] = [];
  const page = await renderAt('/service', {
    isHeld: true,
    prepare: (service) => {
      const { handle } = service;
      vi.spyOn(service, 'handle').mockImplementation(async (request) => {
        signals.push(request.signal);
        return handle(request);
      });
    },
  });
  signals.length = 0;
  await startCheck(page);
  expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
  expect(await screen.findByRole('progressbar', { name: 'Progress' })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/^Step 2 of \d+$/),
  );
  const running = signals.at(-1);
  // A second press of the focused button does not start a second check.
  await page.user.keyboard('{Enter}');
  await page.user.tab();
  await page.user.keyboard('{Enter}');
  expect(await screen.findByText('The check was cancelled.')).toBeVisible();
  expect(running?.aborted).toBe(true);
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  page.release();
  await page.user.keyboard('{Enter}');
  expect(await screen.findByText(/^The service fits/, {}, PATIENCE)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
});

test('a service that fails ends the check with a sentence and a way on', async () => {
  const page = await renderAt('/service', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'any', times: null, fault: { kind: 'html', status: 200 } }),
  });
  await startCheck(page);
  expect(
    await screen.findByText(/^Something that is needed to read prices is missing: Price columns\. .*HTML/),
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

test('the sign-in screen leads to it without losing what is typed', async () => {
  const { user } = await renderAt('/sign-in', { account: null });
  await enter(user, await screen.findByRole('textbox', { name: 'User name' }), 'manager');
  await user.click(screen.getByRole('button', { name: 'Check service' }));
  expect(await screen.findByText('The service check opens after you sign in.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'User name' })).toHaveValue('manager');
  await enter(user, screen.getByLabelText(/^Password/), 'demo-manager');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
});

test('the environment chip says that the own description is in use, and it is forgotten beside it', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const loaded = { text: JSON.stringify(SNAKE_CASE), dialect: createDialect(DESCRIPTION), wrongKeys: [] };
  const { user, session } = await renderAt('/prices', { ...UNDESCRIBED, loaded });
  act(() => void ownDescription.store(sessionIdOf(session), SNAKE_CASE));
  expect(await screen.findByText(/own description$/)).toBeVisible();
  // The price columns are read as the own description says.
  expect(await screen.findByRole('table', { name: 'Price columns' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Forget it' }));
  expect(screen.getByText(/^Your own description is forgotten when this page loads again\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload now' })).toHaveFocus();
  expect(ownDescription.readStored()).toBeNull();
  // Until then the page works as before.
  expect(screen.getByText(/own description$/)).toBeVisible();
  reload.mockRestore();
});

test('a change in another tab is told in this one', async () => {
  const { session } = await renderAt('/prices');
  await screen.findByRole('table', { name: 'Price columns' });
  const stored = { sessionId: sessionIdOf(session), description: { version: 1 } };
  act(() => {
    localStorage.setItem('colonnade-own-description', JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent('storage', { key: 'colonnade-own-description' }));
  });
  expect(screen.getByText(/^Your own description takes effect when this page loads again\./)).toBeVisible();
});

test('a description that this version cannot follow is told, with a way on', async () => {
  const { user } = await renderAt('/prices', {
    loaded: { text: '{}', dialect: null, wrongKeys: ['extraction.colour'] },
  });
  expect(
    await screen.findByText(
      'Your own description cannot be used any more and is forgotten (extraction.colour). Check the service again.',
    ),
  ).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Price columns' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Check service' }));
  expect(await screen.findByRole('heading', { name: 'Service check', level: 1 })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(/cannot be used any more/)).toBeNull();
});
