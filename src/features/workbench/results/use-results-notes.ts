import { useCallback, useState, type RefObject } from 'react';
import { useWords } from '@/ui/formats/use-words';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import { requestText } from '@/ui/components/failure-text';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type { SelectionOutcome } from '@/analysis/snapshot/viewport-position';

/** A notice about the rows. It stays until it is dismissed or no longer true. */
export interface ResultsNote {
  readonly id: string;
  readonly text: string;
  readonly onDismiss: () => void;
}

interface ResultsNotesInput {
  readonly openSnapshot: OpenSnapshot;
  /** The 0-based row that a link points to. */
  readonly requestedRow: number | null;
  /** The result of restoring the selection, until something else is selected. */
  readonly selectionOutcome: SelectionOutcome;
  readonly gridRef: RefObject<DataGridHandle | null>;
  /** A text with the findings of the checks that run with every snapshot; null without findings. */
  readonly checked: string | null;
}

export interface ResultsNotes {
  readonly notes: readonly ResultsNote[];
  /** Must be called when a column is pinned. From then on, a note lists the pinned columns that do not fit. */
  readonly onPinned: () => void;
  readonly onPinsWithoutRoom: (columnIds: readonly string[]) => void;
}

const OUTCOME_TEXTS = {
  changed: 'selectionChanged',
  lost: 'selectionLost',
  unchecked: 'selectionUnchecked',
} as const;

export function useResultsNotes(input: ResultsNotesInput): ResultsNotes {
  const { openSnapshot, requestedRow, selectionOutcome, gridRef, checked } = input;
  const words = useWords();
  const t = words.of('results');
  const { formats } = words;
  const { cacheKey, rowCount } = openSnapshot.snapshot;
  const { slowResponse } = openSnapshot;
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [hasPinned, setHasPinned] = useState(false);
  const [withoutRoom, setWithoutRoom] = useState<readonly string[]>([]);
  const onPinsWithoutRoom = useCallback((columnIds: readonly string[]) => {
    setWithoutRoom((before) => (before.join() === columnIds.join() ? before : columnIds));
  }, []);

  const texts: readonly (readonly [string, string | null])[] = [
    ['selection', selectionOutcome === 'same' ? null : t(OUTCOME_TEXTS[selectionOutcome])],
    [
      'row',
      requestedRow === null || requestedRow < rowCount || openSnapshot.openAt !== undefined
        ? null
        : t('rowBeyondEnd', {
            row: formats.formatInteger(requestedRow + 1),
            last: formats.formatInteger(rowCount),
          }),
    ],
    ['checks', checked],
    [
      'slow',
      slowResponse === undefined
        ? null
        : [
            t('slowService', { seconds: Math.round(slowResponse.durationMs / 1000) }),
            requestText(words, slowResponse.ids),
          ]
            .filter((part) => part !== null)
            .join(' '),
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
      setDismissed((ids) => ids.filter((id) => !id.startsWith('pins')));
      setHasPinned(true);
    },
    onPinsWithoutRoom,
    notes: texts.flatMap(([kind, text]) => {
      const id = `${kind} ${cacheKey}`;
      if (text === null || dismissed.includes(id)) return [];
      const onDismiss = () => {
        setDismissed((ids) => [...ids, id]);
        // The pressed button disappears with the note, so the grid takes the focus.
        gridRef.current?.focus();
      };
      return [{ id, text, onDismiss }];
    }),
  };
}
