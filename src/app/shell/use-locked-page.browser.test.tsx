import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLockedPage } from './use-locked-page';

function Page({ isLocked }: { readonly isLocked: boolean }) {
  useLockedPage(isLocked);
  return <input aria-label="Filter" />;
}

test('everything but the dialog is out of reach while the page is locked, and as it was afterwards', async () => {
  const { rerender } = render(<Page isLocked={false} />);
  const [root] = document.body.children;
  const dialog = Object.assign(document.createElement('div'), { className: 'sign-in-again' });
  const alreadyInert = Object.assign(document.createElement('div'), { inert: true });
  document.body.append(dialog, alreadyInert);
  screen.getByLabelText('Filter').focus();

  rerender(<Page isLocked />);
  expect(document.documentElement).toHaveAttribute('data-locked');
  expect([root, dialog, alreadyInert].map((element) => Reflect.get(element ?? {}, 'inert'))).toEqual([
    true,
    false,
    true,
  ]);
  const menu = document.createElement('div');
  document.body.append(menu);
  await Promise.resolve();
  expect(menu.inert).toBe(true);

  screen.getByLabelText('Filter').blur();
  rerender(<Page isLocked={false} />);
  expect(document.documentElement).not.toHaveAttribute('data-locked');
  expect([Reflect.get(root ?? {}, 'inert'), menu.inert, alreadyInert.inert]).toEqual([false, false, true]);
  expect(screen.getByLabelText('Filter')).toHaveFocus();
  for (const element of [dialog, alreadyInert, menu]) element.remove();
});
