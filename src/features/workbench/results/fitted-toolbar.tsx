import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './results-toolbar.module.css';

export interface FittedToolbarProps {
  /** Groups of tools; their labels (`data-tool-label`) are shown where there is room. */
  readonly tools: ReactNode;
  /** A bar between the tools and the end, which takes their room where all do not fit; null for none. */
  readonly bar: ReactNode | null;
  readonly end: ReactNode;
  /** As wide as the end can become: room for that is kept, so that the toolbar never grows by a line. */
  readonly endRoom: ReactNode;
}

/** Which labels are shown; `fewer` hides the labels of lower priority (`data-tool-label="yields"`). */
type ToolLabels = 'all' | 'fewer' | 'none';

/** The width of a field, the buttons beside it, and a part of the sentence after them. */
const BAR_PX = 460;

/** A toolbar that measures what it contains: as many labels as fit into a line, and a second line if not even icons do. */
export function FittedToolbar({ tools, bar, end, endRoom }: FittedToolbarProps) {
  const widthRef = useRef<HTMLDivElement>(null);
  const toolbarRef = useRef<HTMLDivElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  const endRef = useRef<HTMLDivElement>(null);
  const roomRef = useRef<HTMLDivElement>(null);
  const hasBar = bar !== null;

  useLayoutEffect(() => {
    const [width, toolbar] = [widthRef.current, toolbarRef.current];
    if (width === null || toolbar === null) return undefined;
    const fit = () => {
      if (toolsRef.current === null || endRef.current === null || roomRef.current === null) return;
      fitToolbar(toolbar, {
        hasBar,
        tools: toolsRef.current,
        end: endRef.current,
        endRoom: roomRef.current,
      });
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
        <div ref={toolsRef} className={classes['tools']}>
          {tools}
        </div>
        {bar}
        <div ref={endRef} className={classes['end']}>
          {end}
        </div>
        <div ref={roomRef} className={classes['endRoom']} aria-hidden="true">
          {endRoom}
        </div>
      </div>
    </div>
  );
}

interface ToolbarParts {
  readonly hasBar: boolean;
  readonly tools: HTMLElement;
  readonly end: HTMLElement;
  readonly endRoom: HTMLElement;
}

/** Sets the attributes that the style sheet reads. Always from the widths alone, never from what was shown before. */
function fitToolbar(toolbar: HTMLElement, { hasBar, tools, end, endRoom }: ToolbarParts): void {
  const { dataset } = toolbar;
  delete dataset['lines'];
  delete dataset['yields'];
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(toolbar);
  const gapPx = Number.parseFloat(columnGap);
  const linePx = toolbar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const endPx = widthOf(end);
  const toolsPx = (labels: ToolLabels) => {
    dataset['labels'] = labels;
    return widthOf(tools);
  };

  const iconsPx = toolsPx('none');
  const hasTwoLines = iconsPx + gapPx + Math.max(endPx, widthOf(endRoom)) > linePx;
  // Each look at a width has the browser lay out the document.
  let shownPx = iconsPx;
  if (hasTwoLines) {
    dataset['lines'] = 'two';
  } else {
    const fitting = (['all', 'fewer'] as const).find((labels) => {
      shownPx = toolsPx(labels);
      return shownPx + gapPx + endPx <= linePx;
    });
    if (fitting === undefined) {
      dataset['labels'] = 'none';
      shownPx = iconsPx;
    }
  }
  if (hasBar && (hasTwoLines || shownPx + BAR_PX + endPx + 2 * gapPx > linePx)) dataset['yields'] = '';
}

function widthOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width;
}
