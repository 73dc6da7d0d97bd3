import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { FittedToolbar } from './fitted-toolbar';
import classes from './results-toolbar.module.css';

let root: Root | undefined;
const container = document.createElement('div');

afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

interface Content {
  readonly labels: readonly string[];
  readonly widthPx: number;
  readonly start?: string;
  readonly hasBar?: boolean;
}

/** Shows a toolbar, and returns what it shows once it was painted. */
async function show({ labels, widthPx, start = 'Rows Columns', hasBar = false }: Content) {
  if (!container.isConnected) {
    document.body.append(container);
    root = createRoot(container);
  }
  container.style.width = `${widthPx}px`;
  // The size of texts in the product.
  container.style.fontSize = '14px';
  flushSync(() =>
    root?.render(
      <FittedToolbar
        tools={
          <div className={classes['group']}>
            {labels.map((label, index) => (
              <button key={label} type="button" aria-label={label}>
                *<span data-tool-label={priorityOf(index, labels.length)}>{label}</span>
              </button>
            ))}
          </div>
        }
        bar={hasBar ? <p data-bar="">Find</p> : null}
        start={<p style={{ whiteSpace: 'nowrap' }}>{start}</p>}
      />,
    ),
  );
  // Observers of sizes report after the callbacks of a frame.
  await nextFrame();
  await nextFrame();
  return shown();
}

/** The first label stays, and the last one yields. */
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
  return {
    heightPx: edge.height,
    labels: [...toolbar.querySelectorAll<HTMLElement>('[data-tool-label]')]
      .filter((label) => label.offsetWidth > 0)
      .map((label) => label.textContent),
    beyond: parts.filter((part) => part.getBoundingClientRect().right > edge.right + 0.5).length,
    toolsShown: toolbar.querySelector<HTMLElement>('button')?.offsetWidth !== 0,
  };
}

const SIX = ['Find', 'Go to row', 'Columns', 'View', 'Statistics', 'Keep a copy'];
const WIDTHS_PX = Array.from({ length: 28 }, (_, index) => 320 + 40 * index);

describe('a toolbar that measures', () => {
  it.each([
    SIX,
    [...SIX, 'Verfeinern'],
    [...SIX, 'Verfeinern', 'Zwischenablage', 'Aufbewahren', 'Nachschlagen'],
  ])(
    'of %s … keeps within any width, and gives up labels before its line, and its first one never',
    async (...labels) => {
      const wide = await show({ labels, widthPx: 1600 });
      expect(wide.labels).toEqual(labels);
      let oneLineFrom = Infinity;
      for (const widthPx of WIDTHS_PX) {
        const { heightPx, labels: left, beyond } = await show({ labels, widthPx });
        expect(beyond, `${widthPx} px`).toBe(0);
        expect(left[0]).toBe(labels[0]);
        // The labels that a second line has room for are those of a wide window, or as many as fit.
        if (heightPx === wide.heightPx) oneLineFrom = Math.min(oneLineFrom, widthPx);
        else expect(widthPx).toBeLessThan(oneLineFrom);
      }
      expect(oneLineFrom).toBeLessThan(Infinity);
    },
  );

  it('gives up first the labels that yield', async () => {
    const seen = new Set<string>();
    for (let widthPx = 900; widthPx >= 300; widthPx -= 10) {
      seen.add((await show({ labels: SIX, widthPx })).labels.join());
    }
    expect([...seen].slice(0, 3)).toEqual([SIX.join(), SIX.slice(0, -1).join(), SIX[0]]);
  });

  it('fits again when a text changes by itself', async () => {
    await show({ labels: SIX, widthPx: 700 });
    const text = container.querySelector('p')?.firstChild;
    if (text == null) throw new Error('There is no start.');
    text.nodeValue = 'a much longer text than there was before, so long that two lines are needed';
    await nextFrame();
    expect(shown()).toMatchObject({ labels: SIX, beyond: 0 });
  });

  it('leaves its room to a bar that does not fit beside the tools', async () => {
    expect(await show({ labels: SIX, widthPx: 1400, hasBar: true })).toMatchObject({ toolsShown: true });
    expect(await show({ labels: SIX, widthPx: 700, hasBar: true })).toMatchObject({ toolsShown: false });
    expect(await show({ labels: SIX, widthPx: 700 })).toMatchObject({ toolsShown: true });
  });
});
