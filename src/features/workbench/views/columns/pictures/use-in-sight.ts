import { useCallback, useEffect, useRef, useState } from 'react';

/** The distance from the visible area at which elements already count as in view. */
const MARGIN = '160px';

/** Returns the names of the elements that are in view or nearly in view. */
export function useInSight(): {
  readonly inSight: ReadonlySet<string>;
  /** Call this with each element when it is mounted, and with null when it is removed. */
  readonly onElement: (name: string, element: HTMLElement | null) => void;
} {
  const [inSight, setInSight] = useState<ReadonlySet<string>>(new Set());
  const elements = useRef(new Map<string, HTMLElement>());
  const observer = useRef<IntersectionObserver | null>(null);
  useEffect(() => {
    const seen = new Set<string>();
    const created = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const name = target instanceof HTMLElement ? (target.dataset['column'] ?? '') : '';
          if (isIntersecting) seen.add(name);
          else seen.delete(name);
        }
        setInSight(new Set(seen));
      },
      { rootMargin: MARGIN },
    );
    observer.current = created;
    for (const element of elements.current.values()) {
      created.observe(element);
    }
    return () => created.disconnect();
  }, []);
  const onElement = useCallback((name: string, element: HTMLElement | null) => {
    const before = elements.current.get(name);
    if (before === element) return;
    if (before !== undefined) observer.current?.unobserve(before);
    if (element === null) elements.current.delete(name);
    else {
      elements.current.set(name, element);
      observer.current?.observe(element);
    }
  }, []);
  return { inSight, onElement };
}
