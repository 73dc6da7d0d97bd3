import { useCallback, useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { CarriedSelection } from '../snapshot/place';

/** Something about the rows that people should know; it stays until they have read it or it is no longer so. */
export interface ResultsNote {
  readonly id: string;
  readonly text: string;
  readonly onDismiss: () => void;
}

interface ResultsNotesInput {
  readonly shown: OpenSnapshot;
  /** The row that a link asks for, 0-based. */
  readonly askedRow: number | null;
  /** What became of the selection that was carried here, as long as nothing else is selected. */
  readonly carried: CarriedSelection;
  readonly gridRef: RefObject<DataGridHandle | null>;
}

export interface ResultsNotes {
  readonly notes: readonly ResultsNote[];
  /** A column was pinned: where there is no room to hold it, that is told. */
  readonly onPinned: () => void;
  readonly onPinsWithoutRoom: (columnIds: readonly string[]) => void;
}

const CARRIED_WORDS = {
  changed: 'selectionChanged',
  lost: 'selectionLost',
  unchecked: 'selectionUnchecked',
} as const;

export function useResultsNotes(input: ResultsNotesInput): ResultsNotes {
  const { shown, askedRow, carried, gridRef } = input;
  const t = useTranslations('results');
  const formats = useFormats();
  const { cacheKey, rowCount } = shown.snapshot;
  const [readNotes, setReadNotes] = useState<readonly string[]>([]);
  const [hasPinned, setHasPinned] = useState(false);
  const [withoutRoom, setWithoutRoom] = useState<readonly string[]>([]);
  const onPinsWithoutRoom = useCallback((columnIds: readonly string[]) => {
    setWithoutRoom((before) => (before.join() === columnIds.join() ? before : columnIds));
  }, []);

  const texts: readonly (readonly [string, string | null])[] = [
    ['selection', carried === 'same' ? null : t(CARRIED_WORDS[carried])],
    [
      'row',
      askedRow === null || askedRow < rowCount || shown.openAt !== undefined
        ? null
        : t('rowBeyondEnd', {
            row: formats.formatInteger(askedRow + 1),
            last: formats.formatInteger(rowCount),
          }),
    ],
    [
      'pins',
      !hasPinned || withoutRoom.length === 0
        ? null
        : t('noRoomToPin', { columns: withoutRoom.join(', '), count: withoutRoom.length }),
    ],
  ];
  return {
    onPinned() {
      setReadNotes((read) => read.filter((id) => !id.startsWith('pins')));
      setHasPinned(true);
    },
    onPinsWithoutRoom,
    notes: texts.flatMap(([kind, text]) => {
      const id = `${kind} ${cacheKey}`;
      if (text === null || readNotes.includes(id)) return [];
      const onDismiss = () => {
        setReadNotes((read) => [...read, id]);
        // The button goes.
        gridRef.current?.focus();
      };
      return [{ id, text, onDismiss }];
    }),
  };
}
