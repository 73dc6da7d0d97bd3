import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { IntlProvider } from 'use-intl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { IS_LONG } from '@/test/runs';
import { FittedToolbar } from './fitted-toolbar';
import classes from './results-toolbar.module.css';

let root: Root | undefined;
const container = document.createElement('div');

afterEach(() => {
  root?.unmount();
});

interface Content {
  readonly labels: readonly string[];
  readonly widthPx: number;
  readonly start?: string;
  readonly hasBar?: boolean;
  readonly onUse?: (label: string) => void;
}

/** Renders a toolbar, and returns what is visible after it was painted. */
async function show({ labels, widthPx, start = 'Rows Columns', hasBar = false, onUse }: Content) {
  if (!container.isConnected) {
    document.body.append(container);
    root = createRoot(container);
  }
  container.style.width = `${widthPx}px`;
  // The font size of the app.
  container.style.fontSize = '14px';
  flushSync(() =>
    root?.render(
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <MantineProvider>
          <FittedToolbar
            tools={
              <div className={classes['group']}>
                {labels.map((label, index) => (
                  <button
                    key={label}
                    type="button"
                    aria-label={label}
                    data-tool={priorityOf(index, labels.length)}
                    onClick={() => onUse?.(label)}
                  >
                    <span data-position="left">*</span>
                    {label}
                  </button>
                ))}
              </div>
            }
            bar={hasBar ? <p data-bar="">Find</p> : null}
            start={<p style={{ whiteSpace: 'nowrap' }}>{start}</p>}
          />
        </MantineProvider>
      </IntlProvider>,
    ),
  );
  // A ResizeObserver reports after the callbacks of a frame.
  await nextFrame();
  await nextFrame();
  return shown();
}

/** The first tool has the priority `stays`, the last one `yields`. */
function priorityOf(index: number, count: number): string {
  if (index === 0) return 'stays';
  return index === count - 1 ? 'yields' : '';
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

function shown() {
  const toolbar = container.querySelector<HTMLElement>(`.${classes['toolbar'] ?? ''}`);
  if (toolbar === null) throw new Error('There is no toolbar.');
  const edge = toolbar.getBoundingClientRect();
  const parts = [...toolbar.querySelectorAll('button, p')];
  const icon = toolbar.querySelector<HTMLElement>('[data-tool] [data-position]');
  return {
    heightPx: edge.height,
    labels: [...toolbar.querySelectorAll<HTMLElement>('[data-tool]')]
      .filter((tool) => tool.offsetWidth > 0)
      .map((tool) => tool.ariaLabel),
    hasIcons: icon !== null && icon.offsetWidth > 0,
    hasMore: [...toolbar.querySelectorAll('button')].some(
      ({ ariaLabel, offsetWidth }) => ariaLabel === 'More tools' && offsetWidth > 0,
    ),
    beyond: parts.filter((part) => part.getBoundingClientRect().right > edge.right + 0.5).length,
    toolsShown: toolbar.querySelector<HTMLElement>('button')?.offsetWidth !== 0,
  };
}

const SIX = ['Find', 'Go to row', 'Columns', 'View', 'Statistics', 'Keep a copy'];
/** Each width takes two frames to paint, so a normal run tests fewer widths. */
const STEP_PX = IS_LONG ? 40 : 160;
const WIDTHS_PX = Array.from({ length: (28 * 40) / STEP_PX }, (_, index) => 320 + STEP_PX * index);

describe('a toolbar that measures', () => {
  it.each([
    SIX,
    [...SIX, 'Verfeinern'],
    [...SIX, 'Verfeinern', 'Zwischenablage', 'Aufbewahren', 'Nachschlagen'],
  ])('of %s … keeps within any width, and every tool has its name', async (...labels) => {
    const wide = await show({ labels, widthPx: 1800 });
    expect(wide).toMatchObject({ labels, hasIcons: true, hasMore: false });
    for (const widthPx of WIDTHS_PX) {
      const { labels: left, hasMore, hasIcons, beyond } = await show({ labels, widthPx });
      expect(beyond, `${widthPx} px`).toBe(0);
      expect(left[0]).toBe(labels[0]);
      // A tool that has left the toolbar is in the menu.
      expect(hasMore).toBe(left.length < labels.length);
      if (hasMore) expect(hasIcons).toBe(false);
    }
  });

  it('gives up icons first, then the tool that yields, then the others from the last to the first', async () => {
    const seen = new Set<string>();
    let hadIcons = true;
    // A step is narrower than any tool.
    const stepPx = IS_LONG ? 10 : 30;
    for (let widthPx = 1100; widthPx >= 300; widthPx -= stepPx) {
      const { labels, hasIcons, heightPx } = await show({ labels: SIX, widthPx });
      if (heightPx > 45) break;
      if (hasIcons) expect(labels).toEqual(SIX);
      expect(hasIcons && !hadIcons).toBe(false);
      hadIcons = hasIcons;
      seen.add(labels.join());
    }
    const steps = [...seen];
    expect(steps.length).toBeGreaterThan(3);
    expect(steps).toEqual(
      SIX.map((_, gone) => SIX.slice(0, SIX.length - gone).join()).slice(0, steps.length),
    );
  });

  it('has the tools without room in a menu, by name', async () => {
    const onUse = vi.fn<(label: string) => void>();
    await show({ labels: SIX, widthPx: 460, onUse });
    await page.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('menuitem', { name: 'Keep a copy' }).click();
    expect(onUse.mock.calls).toEqual([['Keep a copy']]);
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'More tools' })).toHaveFocus();
  });

  it('fits again when a text changes by itself', async () => {
    await show({ labels: SIX, widthPx: 900 });
    const text = container.querySelector('p')?.firstChild;
    if (text == null) throw new Error('There is no start.');
    text.nodeValue = 'a much longer text than there was before, so that fewer tools fit beside it';
    await nextFrame();
    const fitted = shown();
    expect(fitted).toMatchObject({ beyond: 0, hasMore: true });
    expect(fitted.labels.length).toBeLessThan(SIX.length);
  });

  it('leaves its room to a bar that does not fit beside the tools', async () => {
    expect(await show({ labels: SIX, widthPx: 1400, hasBar: true })).toMatchObject({ toolsShown: true });
    expect(await show({ labels: SIX, widthPx: 700, hasBar: true })).toMatchObject({ toolsShown: false });
    expect(await show({ labels: SIX, widthPx: 700 })).toMatchObject({ toolsShown: true });
  });
});
