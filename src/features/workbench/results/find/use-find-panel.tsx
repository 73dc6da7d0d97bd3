import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { PriceField } from '@/contract/column';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import type { GridMatches } from '@/shared/grid/grid-model';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { lazyPart } from '@/shared/i18n/lazy-part';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { ResultColumns } from '../result-columns';
import { loadToolWords } from '../tool-words';
import { useFindKey } from './use-find-key';

const FindBar = lazyPart(
  async () => ({ Part: (await import('./find-bar')).FindBar, english: await loadToolWords() }),
  'inline',
);

export interface FindPanelInput {
  readonly opened: OpenSnapshot;
  readonly columns: ResultColumns;
  /** What is selected, and from where to look; null before the grid has told. */
  readonly selected: SelectedCells | null;
  readonly gridRef: RefObject<DataGridHandle | null>;
  /** Narrows the query to rows whose field contains the text, at the service. */
  readonly onFilter: (field: PriceField, text: string) => void;
}

export interface FindPanel {
  /** Null while nobody looks for anything. */
  readonly bar: ReactNode | null;
  readonly matches: GridMatches | null;
  readonly open: () => void;
  readonly close: () => void;
}

/** The bar that finds a text: whether it is there, and what is typed in it, also while it is not. */
export function useFindPanel({ opened, columns, selected, gridRef, onFilter }: FindPanelInput): FindPanel {
  const [isFinding, setFinding] = useState(false);
  const [text, setText] = useState('');
  const [matches, setMatches] = useState<GridMatches | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  const open = () => {
    setFinding(true);
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  useFindKey(isFinding, open);

  return {
    matches,
    open,
    close() {
      if (!isFinding) return;
      setFinding(false);
      gridRef.current?.focus();
    },
    bar: isFinding ? (
      <FindBar
        opened={opened}
        columns={columns}
        columnIds={selected?.columnIds ?? opened.columns}
        from={selected?.focus ?? null}
        text={text}
        onTextChange={setText}
        inputRef={inputRef}
        onMatches={setMatches}
        onGo={(place) => gridRef.current?.showCell(place)}
        onFilter={onFilter}
        onClose={(place) => {
          setFinding(false);
          if (place === null) gridRef.current?.focus();
          else gridRef.current?.focusCell(place);
        }}
      />
    ) : null,
  };
}
