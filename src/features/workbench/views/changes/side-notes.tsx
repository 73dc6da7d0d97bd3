import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { Notes, type Note } from '@/ui/components/notes';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import classes from './changes.module.css';
import type { ComparableColumns, SideFilters, SnapshotSides } from '@/analysis/comparison/compared-side';
import type { CompletedComparison } from '@/analysis/comparison/complete-comparison';
import { comparisonNotes, filterText, sideNotes } from './comparison-notes';
import { createSideText } from '@/analysis/comparison/changes-texts';

export interface SideNotesProps {
  readonly sides: SnapshotSides;
  readonly columns: ComparableColumns;
  readonly filters: SideFilters;
  readonly isLaterShown: boolean;
  readonly completed: CompletedComparison | null;
  /** Whether another comparison is being computed. */
  readonly isRenewing: boolean;
}

/** Names the compared sides, and shows the notes that explain the differences between them. */
export function SideNotes(props: SideNotesProps) {
  const { sides, columns, filters, isLaterShown, completed, isRenewing } = props;
  const t = useTranslations('changes');
  const sideText = createSideText(useWords(), sides);
  const notes = [...useSideNotes(sides, columns, filters), ...useComparisonNotes(completed)];
  const { rerunLaterSide } = useWorkbenchActions();
  const { earlier, later } = sides;
  // Only the service can take a new snapshot, so this is impossible for a file or a kept copy (rows saved in this browser).
  const canTakeAnew =
    (filters.kind === 'other' || filters.kind === 'lacking') &&
    later.file === undefined &&
    later.opened.keptCopy === undefined;
  return (
    <Group gap="4px 16px" fz="sm">
      <Group component="p" gap="4px 24px" m={0} className={classes['count'] ?? ''}>
        {(['earlier', 'later'] as const).map((name) => (
          <span key={name}>
            <strong>{t(`side.${name}`)}</strong> {sideText(name)}
          </span>
        ))}
      </Group>
      <Notes notes={notes} />
      {isRenewing && (
        <Text size="sm" c="dimmed">
          {t('working.comparing')}
        </Text>
      )}
      {canTakeAnew && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => rerunLaterSide(isLaterShown ? earlier.search : null)}
        >
          {t('notes.takeAnew')}
        </Button>
      )}
    </Group>
  );
}

function useSideNotes(
  sides: SnapshotSides,
  columns: ComparableColumns,
  filters: SideFilters,
): readonly Note[] {
  const words = useWords();
  const { priceColumn, rowFields, isLocked } = useWorkbenchScope();
  const filterWords = {
    earlier: filterText(words, sides.earlier, priceColumn, isLocked),
    later: filterText(words, sides.later, priceColumn, isLocked),
  };
  const notes = sideNotes(words, { sides, columns, filters, filterWords, fields: rowFields });
  return notes.map((text) => ({ text, isWarning: false }));
}

function useComparisonNotes(completed: CompletedComparison | null): readonly Note[] {
  const words = useWords();
  if (completed === null) return [];
  return comparisonNotes(words, completed).map((text) => ({ text, isWarning: true }));
}
