import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { GridMatches } from '@/lib/grid/grid-model';
import { FindBar } from '../lazy-tools';
import type { RowsOnScreen } from '../use-rows-on-screen';

export interface FindPanel {
  readonly bar: ReactNode | null;
  readonly matches: GridMatches | null;
  readonly open: () => void;
  readonly close: () => void;
}

/** Opens and closes the find bar, and retains its text while it is closed. */
export function useFindPanel({ openSnapshot, columns, selected, gridRef, parts }: RowsOnScreen): FindPanel {
  // Other views of the snapshot have no find bar.
  const isAway = parts.isGridAway;
  const [wasOpened, setOpen] = useState(false);
  const isOpen = wasOpened && !isAway;
  const [text, setText] = useState('');
  const [matches, setMatches] = useState<GridMatches | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  const open = () => {
    setOpen(true);
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  useFindKey(isOpen, isAway ? null : open);

  return {
    matches,
    open,
    close() {
      if (!isOpen) return;
      setOpen(false);
      gridRef.current?.focus();
    },
    bar: isOpen ? (
      <FindBar
        opened={openSnapshot}
        columns={columns}
        selected={selected}
        gridRef={gridRef}
        input={{ ref: inputRef, text, onTextChange: setText }}
        onMatches={setMatches}
        onClose={(match) => {
          setOpen(false);
          if (match == null) gridRef.current?.focus();
          else gridRef.current?.focusCell(match);
        }}
      />
    ) : null,
  };
}

/** Opens the find bar with Ctrl+F or F3, unless the focus is outside the results, where users expect the browser's own search. */
function useFindKey(isOpen: boolean, onOpen: (() => void) | null): void {
  const find = useEffectEvent((event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
    const isF3 = !isOpen && event.key === 'F3' && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (
      onOpen === null ||
      event.defaultPrevented ||
      (!isFind && !isF3) ||
      (isFind && event.shiftKey) ||
      event.altKey
    )
      return;
    const active = document.activeElement;
    const isHere = active === null || active === document.body || active.closest('[data-results]') !== null;
    if (!isHere) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => find(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
