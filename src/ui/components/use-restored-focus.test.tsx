import { fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useRestoredFocus } from './use-restored-focus';

/** Renders a region with a button that disappears once it is pressed. */
function Notice() {
  const [isShown, setShown] = useState(true);
  const regionRef = useRef<HTMLElement>(null);
  const restoredFocus = useRestoredFocus(() => regionRef.current?.focus());
  return (
    <section ref={regionRef} aria-label="Notice" tabIndex={-1} {...restoredFocus}>
      {isShown && (
        <button type="button" onClick={() => setShown(false)}>
          Dismiss
        </button>
      )}
    </section>
  );
}

test('a button that goes leaves the focus to its region, unless it was elsewhere', () => {
  const { unmount } = render(<Notice />);
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  expect(screen.getByRole('region', { name: 'Notice' })).toHaveFocus();
  unmount();

  render(<Notice />);
  fireEvent.click(screen.getByRole('button'));
  expect(document.body).toHaveFocus();
});
