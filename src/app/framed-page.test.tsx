import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isFramed, showFramedPage } from './framed-page';

describe('isFramed', () => {
  test('not where the page is the tab’s own', () => {
    expect(isFramed(window)).toBe(false);
  });

  test('inside another page', () => {
    const frame: Pick<Window, 'self' | 'top'> = { self: Object.create(window), top: window };
    expect(isFramed(frame)).toBe(true);
  });

  test('where even asking is refused', () => {
    const view = {
      self: window,
      get top(): Window {
        throw new DOMException('Blocked a frame', 'SecurityError');
      },
    };
    expect(isFramed(view)).toBe(true);
  });
});

test.each([
  ['en-GB', 'en', 'Open it in a tab of its own', 'Open Colonnade on its own'],
  ['de-AT', 'de', 'In einem eigenen Tab öffnen', 'Colonnade eigenständig öffnen'],
  ['sv-SE', 'en', 'Open it in a tab of its own', 'Open Colonnade on its own'],
])('to %s it says one sentence, and where to', (language, tag, link, title) => {
  document.body.innerHTML = '<div id="root">Sign in</div>';
  showFramedPage(document, language);
  expect(document.documentElement.lang).toBe(tag);
  expect(document.title).toBe(title);
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('link', { name: link }));
  expect(screen.getByRole('link')).toHaveAttribute('href', document.location.href);
  expect(screen.getByRole('link')).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.queryByText('Sign in')).toBeNull();
});
