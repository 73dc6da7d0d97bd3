import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import './theme/tokens.css';
import { BrokenConfig } from './app';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
});

test.each([320, 1280])(
  'keys break at dots alone, and the page fits, with a width of %d px',
  async (width) => {
    await page.viewport(width, 640);
    const container = document.createElement('div');
    document.body.append(container);
    root = createRoot(container);
    const expected = '"https://prices.example.com/papi" | "number" | "offset"';
    const key = 'service.extraction.page.first';
    root.render(<BrokenConfig problems={[{ key, kind: 'wrong-value', expected }]} />);
    await expect.poll(() => container.querySelector('th code')?.textContent).toBe(key);
    const code = container.querySelector('th code');
    const range = document.createRange();
    for (const step of code?.childNodes ?? []) {
      if (step.nodeType !== Node.TEXT_NODE) continue;
      range.selectNodeContents(step);
      expect([step.textContent, range.getClientRects().length]).toEqual([step.textContent, 1]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
