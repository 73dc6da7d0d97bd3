import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { ownMember } from '@/lib/base/own-member';

/** Props for a roving tabindex: only one bar is in the tab order, and arrow keys move the focus between bars. */
export interface BarFocus {
  /** The ref of the element around the bars, which must be its only buttons. */
  readonly groupRef: RefObject<HTMLDivElement | null>;
  readonly barProps: (
    index: number,
    barCount: number,
  ) => {
    readonly tabIndex: 0 | -1;
    readonly onFocus: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowRight: (from, last) => Math.min(from + 1, last),
  ArrowDown: (from, last) => Math.min(from + 1, last),
  ArrowLeft: (from) => Math.max(from - 1, 0),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Returns the index of the bar to which a key moves the focus, with or without Shift; null for any other key. */
export function barStep(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  from: number,
  last: number,
): number | null {
  return altKey || ctrlKey || metaKey ? null : (ownMember(STEPS, key)?.(from, last) ?? null);
}

/** Moves the focus between the buttons of a chart. */
export function useBarFocus(): BarFocus {
  const [active, setActive] = useState(0);
  const groupRef = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent, from: number, last: number): void {
    const to = barStep(event, from, last);
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    groupRef.current?.querySelectorAll('button')[to]?.focus();
  }

  return {
    groupRef,
    barProps: (index, barCount) => ({
      tabIndex: index === Math.min(active, barCount - 1) ? 0 : -1,
      onFocus: () => setActive(index),
      onKeyDown: (event) => onKeyDown(event, index, barCount - 1),
    }),
  };
}
