import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react';

/** The event handlers of a rule. React also calls them for the rule's lists, menus and calendars elsewhere in the document. */
export interface RuleFocusEvents {
  readonly onFocus: (event: SyntheticEvent<HTMLElement>) => void;
  readonly onMouseDown: (event: SyntheticEvent<HTMLElement>) => void;
}

interface Entered {
  readonly id: string;
  readonly element: HTMLElement;
}

/**
 * Calls back when the focus has left a rule, or a press elsewhere has taken it away. It waits until a press is finished: the pressed
 * element must not move under the pointer, and the press can lead back to the rule, as **Run** does for a rule with a problem.
 * Dialogs and menus above the page, such as the one for signing in again, do not count as leaving.
 */
export function useLeftRule(onLeave: ((id: string) => void) | undefined): (id: string) => RuleFocusEvents {
  // The rule of each event. A handler can move the focus on, so a second event can occur before the first reaches the document.
  const inside = useRef(new WeakMap<Event, Entered>());
  const notify = useEffectEvent((id: string) => onLeave?.(id));
  useEffect(() => {
    let entered: Entered | null = null;
    const left = new Set<string>();
    let isPressed = false;
    let isPressedInside = false;
    const enter = (next: Entered | null) => {
      if (entered !== null) left.add(entered.id);
      if (next !== null) left.delete(next.id);
      entered = next;
    };
    const settle = () => {
      if (isPressed) return;
      const ids = [...left];
      left.clear();
      for (const id of ids) notify(id);
    };
    // React calls no handlers for a focus that it moves itself while it changes the document.
    const isHereOrAbove = (target: EventTarget | null) =>
      entered !== null &&
      target instanceof Element &&
      (entered.element.contains(target) || ![null, layerOf(entered.element)].includes(layerOf(target)));
    const onFocusIn = (event: Event) => {
      const rule = inside.current.get(event);
      if (rule !== undefined) enter(rule);
      else if (!isHereOrAbove(event.target)) enter(null);
      settle();
    };
    const onMouseDown = (event: Event) => {
      isPressed = true;
      isPressedInside = inside.current.has(event) || isHereOrAbove(event.target);
    };
    const onMouseUp = () => {
      // Waits for the click, which follows at once, and for the focus that the click moves.
      setTimeout(() => {
        isPressed = false;
        if (!isPressedInside && document.activeElement === document.body) enter(null);
        settle();
      });
    };
    const listeners = { focusin: onFocusIn, mousedown: onMouseDown, mouseup: onMouseUp };
    for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) document.removeEventListener(type, listener);
    };
  }, []);
  return (id) => {
    const onEvent = ({ nativeEvent, currentTarget }: SyntheticEvent<HTMLElement>) => {
      inside.current.set(nativeEvent, { id, element: currentTarget });
    };
    return { onFocus: onEvent, onMouseDown: onEvent };
  };
}

/** Returns the child of the body that contains an element. Dialogs and menus are in other children than the page. */
function layerOf(element: Element): Element | null {
  return element.closest('body > *');
}
