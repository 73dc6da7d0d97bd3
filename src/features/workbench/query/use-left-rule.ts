import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react';

/** The event handlers of a rule. React also calls them for lists, menus and calendars of the rule that are elsewhere in the document. */
export interface RuleFocusEvents {
  readonly onFocus: (event: SyntheticEvent<HTMLElement>) => void;
  readonly onMouseDown: (event: SyntheticEvent<HTMLElement>) => void;
}

interface Entered {
  readonly id: string;
  readonly element: HTMLElement;
}

/**
 * Calls `onLeave` when the focus has left a rule, or when a press elsewhere has taken the focus away. The call waits until a press is
 * finished. Until then, the pressed element must not move under the pointer. The press can also lead back to the rule, as **Run** does if
 * the rule has a problem. Dialogs and menus above the page do not count as leaving, such as the dialog for signing in again.
 */
export function useLeftRule(onLeave: ((id: string) => void) | undefined): (id: string) => RuleFocusEvents {
  // Stores the rule for each event, because a handler can move the focus, and then a second event comes before the first is handled.
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
    // When React moves the focus while it changes the document, it calls no handlers. So the target of the event is checked instead.
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
      // The timeout waits for the click that follows the release of the button, and for the focus that the click may move.
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

/** Returns the child of `body` that contains an element. Dialogs and menus are in other children than the page. */
function layerOf(element: Element): Element | null {
  return element.closest('body > *');
}
