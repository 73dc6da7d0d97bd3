import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreTools } from './lazy-tools';
import type { AwayTool } from './menus/more-tools';
import classes from './results-toolbar.module.css';

export interface FittedToolbarProps {
  /** Content before the tools, on the same line if there is room. */
  readonly start: ReactNode;
  /** Groups of tools. If there is no room, tools with `data-tool` `yields` move into the menu first, and tools with `stays` never do. */
  readonly tools: ReactNode;
  /** A bar after the tools, which replaces them if both do not fit; null without a bar. */
  readonly bar: ReactNode | null;
}

/** The width that `bar` needs: a text field, the buttons beside it, and the start of the sentence after them. */
const BAR_PX = 460;

/** A toolbar of named tools. As the width shrinks, the icons disappear, then tools move to a menu, and then to a second line. */
export function FittedToolbar({ start, tools, bar }: FittedToolbarProps) {
  const t = useTranslations('results');
  const widthRef = useRef<HTMLDivElement>(null);
  const toolbarRef = useRef<HTMLDivElement>(null);
  const startRef = useRef<HTMLDivElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const hasBar = bar !== null;

  useLayoutEffect(() => {
    const [width, toolbar] = [widthRef.current, toolbarRef.current];
    if (width === null || toolbar === null) return undefined;
    const fit = () => {
      const [startPart, toolsPart, more] = [startRef.current, toolsRef.current, moreRef.current];
      if (startPart === null || toolsPart === null || more === null) return;
      fitToolbar(toolbar, { hasBar, start: startPart, tools: toolsPart, more });
    };
    fit();
    // Both observers report before the next paint. The height of the toolbar changes with its lines, so another element measures the
    // width.
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
          <Button
            ref={moreRef}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconDots size={16} />}
            aria-label={t('moreTools')}
            aria-haspopup="menu"
            aria-expanded={menu !== null}
            onClick={({ currentTarget }) => {
              const element = toolsRef.current;
              if (element !== null) setMenu({ tools: awayTools(element), opener: currentTarget });
            }}
          >
            {t('moreToolsShort')}
          </Button>
        </div>
        {bar}
      </div>
      {menu !== null && (
        <MoreTools
          {...menu}
          onClose={() => {
            setMenu(null);
          }}
        />
      )}
    </div>
  );
}

interface OpenMenu {
  readonly tools: readonly AwayTool[];
  readonly opener: HTMLElement;
}

interface ToolbarParts {
  readonly hasBar: boolean;
  readonly start: HTMLElement;
  readonly tools: HTMLElement;
  /** The button that opens the menu of the tools that have no room. */
  readonly more: HTMLElement;
}

/** Sets the attributes that the style sheet reads. They depend on the widths alone, never on their previous values. */
function fitToolbar(toolbar: HTMLElement, { hasBar, start, tools, more }: ToolbarParts): void {
  const { dataset } = toolbar;
  delete dataset['lines'];
  delete dataset['yields'];
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(toolbar);
  const gapPx = Number.parseFloat(columnGap);
  const linePx = toolbar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const startPx = widthOf(start);
  const besideStartPx = startPx === 0 ? linePx : linePx - startPx - gapPx;
  const leaving = leavingTools(tools);
  const groups = [...tools.children].filter((group) => group !== more);
  // Each call makes the browser lay out the document, so no more calls are made once the tools fit.
  const toolsPx = (awayCount: number, hasIcons: boolean) => {
    toolbar.toggleAttribute('data-plain', !hasIcons);
    for (const [index, tool] of leaving.entries()) tool.toggleAttribute('data-away', index < awayCount);
    more.toggleAttribute('data-away', awayCount === 0);
    for (const group of groups) {
      group.toggleAttribute('data-empty', group.querySelector('button:not([data-away])') === null);
    }
    return widthOf(tools);
  };

  const steps: readonly (readonly [awayCount: number, hasIcons: boolean])[] = [
    [0, true],
    ...Array.from({ length: leaving.length + 1 }, (_, count) => [count, false] as const),
  ];
  const fitInto = (roomPx: number) => {
    let shownPx = 0;
    const isFitting = steps.some(([awayCount, hasIcons]) => {
      shownPx = toolsPx(awayCount, hasIcons);
      return shownPx <= roomPx;
    });
    return { shownPx, isFitting };
  };
  let roomPx = besideStartPx;
  let { shownPx, isFitting } = fitInto(roomPx);
  if (!isFitting && startPx > 0) {
    roomPx = linePx;
    ({ shownPx, isFitting } = fitInto(roomPx));
    dataset['lines'] = 'two';
  }
  if (hasBar && shownPx + gapPx + BAR_PX > roomPx) dataset['yields'] = '';
}

/** Returns the tools that may move into the menu, in the order in which they leave the toolbar. */
function leavingTools(tools: HTMLElement): readonly HTMLElement[] {
  const found = [...tools.querySelectorAll<HTMLElement>('[data-tool]:not([data-tool="stays"])')].toReversed();
  return found.toSorted((one, other) => Number(doesYield(other)) - Number(doesYield(one)));
}

function doesYield({ dataset }: HTMLElement): boolean {
  return dataset['tool'] === 'yields';
}

/** Returns the tools that are in the menu, in the order of the toolbar. */
function awayTools(tools: HTMLElement): readonly AwayTool[] {
  return [...tools.querySelectorAll<HTMLElement>('[data-tool][data-away]')].map((element) => ({
    name: element.ariaLabel ?? element.textContent,
    isDisabled: element.ariaDisabled === 'true',
    hint: element.title,
    use: () => element.click(),
  }));
}

function widthOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width;
}
