import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { failureLine, isOffline } from '@/ui/components/failure-text';
import { isFinalFailure } from '@/analysis/snapshot/snapshot-failure';
import { mismatchText, TakeNewButton } from '../snapshot-failure-panel';
import classes from './copy-notice.module.css';
import { COPY_LIMIT_CELLS } from '../../clipboard/copy-plan';
import type { Copying, CopyState } from './use-copy';

export interface CopyNoticeProps {
  readonly copying: Copying;
  /** Renders the export tools, for selections that the clipboard cannot hold. */
  readonly renderTools: () => ReactNode;
  /** Returns the focus to the active cell when a button of the notice is gone. */
  readonly takeFocus: () => void;
  /** Takes a new snapshot instead of the expired one. */
  readonly onTakeNew: () => void;
}

/** Shows the progress and the outcome of a copy. The notice moves out of the way of the focus; Escape dismisses it. */
export function CopyNotice({ copying, renderTools, takeFocus, onTakeNew }: CopyNoticeProps) {
  const words = useWords();
  const t = words.of('results');
  const { formats } = words;
  const { state, dismiss } = copying;
  const isShown = state.status !== 'idle';
  const text = copyText(words, state);
  const noticeRef = useRef<HTMLDivElement>(null);
  useClearOfFocus(noticeRef, isShown);
  const focusHandlers = useRestoredFocus(takeFocus);
  useWindowEvent('keydown', (event) => {
    if (isShown && event.key === 'Escape' && !event.defaultPrevented) dismiss();
  });
  // A repeated text gets a new element, so that it is announced again. Progress within one copy keeps the element.
  const [occurrence, setOccurrence] = useState({ state, id: 0 });
  if (occurrence.state !== state) {
    const isSame = state.status === 'loading' && occurrence.state.status === 'loading';
    setOccurrence({ state, id: isSame ? occurrence.id : occurrence.id + 1 });
  }
  return (
    <div ref={noticeRef} className={classes['place']} {...focusHandlers}>
      <div className={isShown ? classes['notice'] : undefined}>
        <div aria-live="polite">{isShown && <span key={occurrence.id}>{text}</span>}</div>
        {state.status === 'loading' && (
          <>
            <progress
              className={classes['progress']}
              max={state.rowCount}
              value={state.rowsDone}
              aria-label={text}
            />
            <span className={classes['number']}>
              {formats.formatPercent(state.rowsDone / state.rowCount)}
            </span>
          </>
        )}
        {state.status === 'failed' && state.failure !== null && isFinalFailure(state.failure) && (
          <TakeNewButton
            size="compact-sm"
            onClick={() => {
              dismiss();
              onTakeNew();
            }}
          />
        )}
        {state.status === 'ready' && (
          <Button size="compact-sm" onClick={() => void copying.write(state)}>
            {t('copyNow')}
          </Button>
        )}
        {(state.status === 'denied' || (state.status === 'refused' && state.plan.reason === 'too-many')) &&
          renderTools()}
        {isShown && (
          <Button size="compact-sm" variant="default" onClick={dismiss}>
            {state.status === 'loading' ? t('cancel') : t('dismiss')}
          </Button>
        )}
      </div>
    </div>
  );
}

function copyText(words: Words, state: CopyState): string {
  const t = words.of('results');
  const { formats } = words;
  switch (state.status) {
    case 'idle':
      return '';
    case 'loading':
      return t('copyLoading');
    case 'copied': {
      const { cells, withheld, tooPrecise } = state.counts;
      return [
        t('copied', { formatted: formats.formatInteger(cells), count: cells }),
        ...(state.hasHeaders ? [t('copiedWithHeadings')] : []),
        ...(withheld > 0
          ? [t('copiedWithheld', { formatted: formats.formatInteger(withheld), count: withheld })]
          : []),
        ...(tooPrecise > 0
          ? [t('copiedAsText', { formatted: formats.formatInteger(tooPrecise), count: tooPrecise })]
          : []),
      ].join(', ');
    }
    case 'copied-one':
      return t('copiedOne', { name: state.name });
    case 'ready':
      return t('copyReady');
    case 'denied':
      return t('copyDenied');
    case 'refused':
      switch (state.plan.reason) {
        case 'nothing':
          return t('copyNothing');
        case 'not-aligned':
          return t('copyNotAligned');
        case 'too-many':
          return t('copyTooMany', {
            cells: formats.formatInteger(state.plan.cellCount),
            limit: formats.formatInteger(COPY_LIMIT_CELLS),
          });
      }
    case 'failed': {
      const { failure } = state;
      if (failure?.kind === 'service') {
        // A lost connection has its own text, because the copy is not resumed when the clipboard may hold something else.
        const isLost = isOffline(failure.failure);
        return `${t('copyFailed')} ${isLost ? t('copyOffline') : failureLine(words, failure.failure)}`;
      }
      return failure?.kind === 'mismatch'
        ? `${t('copyFailed')} ${mismatchText(words, failure)}`
        : t('copyFailed');
    }
  }
}

/** Moves the element to the other end of its container (`data-at`) if it would cover the focused element. */
function useClearOfFocus(elementRef: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const makeWay = () => {
      const element = elementRef.current;
      const focused = document.activeElement;
      if (element === null || focused === null || focused.contains(element) || element.contains(focused))
        return;
      if (!intersect(element.getBoundingClientRect(), focused.getBoundingClientRect())) return;
      element.dataset['at'] = element.dataset['at'] === 'start' ? 'end' : 'start';
    };
    makeWay();
    document.addEventListener('focusin', makeWay);
    document.addEventListener('scroll', makeWay, { capture: true, passive: true });
    return () => {
      document.removeEventListener('focusin', makeWay);
      document.removeEventListener('scroll', makeWay, { capture: true });
    };
  }, [elementRef, isShown]);
}

function intersect(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
