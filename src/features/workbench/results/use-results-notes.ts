import { useCallback, useState } from 'react';
import { useWords } from '@/ui/formats/use-words';
import { requestText } from '@/ui/components/failure-text';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchScope } from '../controller/use-workbench';
import type { RowsOnScreen } from './use-rows-on-screen';

/** A notice about the rows. It stays until it is dismissed or no longer true. */
export interface ResultsNote {
  readonly id: string;
  readonly text: string;
  readonly onDismiss: () => void;
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

export function useResultsNotes(onScreen: RowsOnScreen): ResultsNotes {
  const { openSnapshot, requestedRow, selected, takeFocus } = onScreen;
  const { shownView } = useWorkbenchScope();
  const checked = usePublished('checked');
  const words = useWords();
  const t = words.of('results');
  const { formats } = words;
  const { cacheKey, rowCount } = openSnapshot.snapshot;
  const { openAt, slowResponse } = openSnapshot;
  // The outcome is reported until something else is selected.
  const isRestored = openAt !== undefined && selected?.selection === openAt.selection;
  const selectionOutcome = isRestored ? openAt.selectionOutcome : 'same';
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
      requestedRow === null || requestedRow < rowCount || openAt !== undefined
        ? null
        : t('rowBeyondEnd', {
            row: formats.formatInteger(requestedRow + 1),
            last: formats.formatInteger(rowCount),
          }),
    ],
    ['checks', shownView === 'rows' ? checked : null],
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
        takeFocus();
      };
      return [{ id, text, onDismiss }];
    }),
  };
}
