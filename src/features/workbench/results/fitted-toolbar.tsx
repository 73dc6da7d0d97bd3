import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './results-toolbar.module.css';

export interface FittedToolbarProps {
  /** Before the tools, in the same line where there is room. */
  readonly start: ReactNode;
  /** Groups of tools; their labels (`data-tool-label`) are shown where there is room. */
  readonly tools: ReactNode;
  /** A bar after the tools, which takes their room where both do not fit; null for none. */
  readonly bar: ReactNode | null;
}

/**
 * Which labels are shown. `fewer` hides those of lower priority (`data-tool-label="yields"`), `least` all but those that say
 * more than their icon (`data-tool-label="stays"`).
 */
const LABELS = ['all', 'fewer', 'least'] as const;

type ToolLabels = (typeof LABELS)[number];

/** The width of a field, the buttons beside it, and a part of the sentence after them. */
const BAR_PX = 460;

/** A toolbar that measures what it contains: one line with as many labels as fit into it, or two lines. */
export function FittedToolbar({ start, tools, bar }: FittedToolbarProps) {
  const widthRef = useRef<HTMLDivElement>(null);
  const toolbarRef = useRef<HTMLDivElement>(null);
  const startRef = useRef<HTMLDivElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  const hasBar = bar !== null;

  useLayoutEffect(() => {
    const [width, toolbar] = [widthRef.current, toolbarRef.current];
    if (width === null || toolbar === null) return undefined;
    const fit = () => {
      if (startRef.current === null || toolsRef.current === null) return;
      fitToolbar(toolbar, { hasBar, start: startRef.current, tools: toolsRef.current });
    };
    fit();
    // Both report before the next paint. Of the toolbar itself the height changes with its lines, so another element
    // tells its width.
    const resizes = new ResizeObserver(fit);
    resizes.observe(width);
    const changes = new MutationObserver(fit);
    changes.observe(toolbar, { childList: true, characterData: true, subtree: true });
    document.fonts?.addEventListener('loadingdone', fit);
    return () => {
      resizes.disconnect();
      changes.disconnect();
      document.fonts?.removeEventListener('loadingdone', fit);
    };
  }, [hasBar]);

  return (
    <div className={classes['bar']}>
      <div ref={widthRef} />
      <div ref={toolbarRef} className={classes['toolbar']}>
        <div ref={startRef} className={classes['start']}>
          {start}
        </div>
        <div ref={toolsRef} className={classes['tools']}>
          {tools}
        </div>
        {bar}
      </div>
    </div>
  );
}

interface ToolbarParts {
  readonly hasBar: boolean;
  readonly start: HTMLElement;
  readonly tools: HTMLElement;
}

/** Sets the attributes that the style sheet reads. Always from the widths alone, never from what was shown before. */
function fitToolbar(toolbar: HTMLElement, { hasBar, start, tools }: ToolbarParts): void {
  const { dataset } = toolbar;
  delete dataset['lines'];
  delete dataset['yields'];
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(toolbar);
  const gapPx = Number.parseFloat(columnGap);
  const linePx = toolbar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const startPx = widthOf(start);
  const besideStartPx = startPx === 0 ? linePx : linePx - startPx - gapPx;
  const toolsPx = (labels: ToolLabels) => {
    dataset['labels'] = labels;
    return widthOf(tools);
  };

  // Each look at a width has the browser lay out the document.
  const leastPx = toolsPx('least');
  const hasTwoLines = leastPx > besideStartPx;
  const roomPx = hasTwoLines ? linePx : besideStartPx;
  let shownPx = leastPx;
  const fitting = (['all', 'fewer'] as const).find((labels) => {
    shownPx = toolsPx(labels);
    return shownPx <= roomPx;
  });
  if (fitting === undefined) {
    dataset['labels'] = 'least';
    shownPx = leastPx;
  }
  if (hasTwoLines) dataset['lines'] = 'two';
  if (hasBar && shownPx + gapPx + BAR_PX > roomPx) dataset['yields'] = '';
}

function widthOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width;
}
