import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { useFocusSoon } from './use-focus-soon';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

/** Renders an input that is hidden until the **Show** button is pressed. */
function Panels() {
  const [isHidden, setHidden] = useState(true);
  const focusSoon = useFocusSoon();
  return (
    <>
      <button type="button" id="ask" onClick={() => focusSoon('input')}>
        Ask
      </button>
      <button type="button" id="show" onClick={() => setHidden(false)}>
        Show
      </button>
      <div hidden={isHidden}>
        <input id="input" aria-label="Value" />
      </div>
    </>
  );
}

test('an element of a panel that is still hidden gets the focus once the panel is shown', async () => {
  const container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  flushSync(() => root?.render(<Panels />));
  const press = (id: string) => flushSync(() => document.getElementById(id)?.click());
  press('ask');
  press('show');
  await expect.poll(() => document.activeElement?.id).toBe('input');
});
