import { Button, Group, Text } from '@mantine/core';
import { IconFilter, IconTableRow, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../../../controller/use-workbench';
import { ProposeForRowsButton } from '../../../conditions/propose-for-rows';
import { conditionsOfSubset } from '@/analysis/conditions/refinement-of-rows';
import { useSubsetText } from '../../../rows-read/rows/use-subset-text';
import type { Brushing } from '@/analysis/brushing/brushing';
import { selectedText } from '@/analysis/profiles/column-texts';
import { selectionFilters } from '../brushing/selection-filters';
import classes from './pictures.module.css';
import { conditionsOf, useBrushingState } from './use-brushing';

export interface SelectionBarProps {
  readonly brushing: Brushing;
  readonly isEstimate: boolean;
  readonly onClear: () => void;
}

/** Shows the number of selected rows, and buttons that use the selection. */
export function SelectionBar({ brushing, isEstimate, onClear }: SelectionBarProps) {
  const words = useWords();
  const t = words.of('columns');
  const state = useBrushingState(brushing, (each) => each);
  const { showRows } = useWorkbenchActions();
  const { rowFields: fields } = useWorkbenchScope();
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.type ?? 'text';
  const [first] = state.columns.values();
  const all = first?.counts.reduce((sum, count) => sum + count, 0) ?? null;
  const hasBrush = state.brushes.size > 0;
  return (
    <Group gap={8} px={12} py={8} className={classes['selection'] ?? ''}>
      {/* There is always room for the longest text and the buttons, so that the bars below do not move while they are pressed. */}
      <div className={classes['status']}>
        <Text
          inherit
          role="status"
          aria-label={t('pictures.selection')}
          aria-busy={state.isPending}
          data-pending={state.isPending || undefined}
        >
          {state.selectedCount === null || all === null
            ? t('pictures.nothing')
            : selectedText(words, state.selectedCount, all, isEstimate)}
        </Text>
        <Text inherit aria-hidden="true" className={classes['room'] ?? ''}>
          {t('pictures.nothing')}
        </Text>
      </div>
      <Group gap={8} {...(!hasBrush && { style: { visibility: 'hidden' } })}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTableRow size={14} aria-hidden="true" />}
          onClick={() => showRows({ conditions: conditionsOf(brushing.getState()) })}
        >
          {t('showRows')}
        </Button>
        <FilterButton brushing={brushing} />
        <ProposeForRowsButton
          rows={{ said: conditionsOfSubset({ conditions: conditionsOf(state) }, typeOf), rows: null }}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconX size={14} aria-hidden="true" />}
          onClick={onClear}
        >
          {t('pictures.clear')}
        </Button>
      </Group>
    </Group>
  );
}

/** A button that turns the selection into filters of the query. If a brush cannot become a filter, it is named, and nothing changes. */
function FilterButton({ brushing }: Pick<SelectionBarProps, 'brushing'>) {
  const t = useTranslations('columns');
  const announce = useAnnounce();
  const { draft } = useWorkbenchState();
  const { edit } = useWorkbenchActions();
  const { rowFields: fields } = useWorkbenchScope();
  const wordsOf = useSubsetText(fields);
  const state = useBrushingState(brushing, (each) => each);
  const conditions = conditionsOf(state);
  const { filters, impossible } = selectionFilters(draft, fields, conditions);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={impossible.length > 0}
        leftSection={<IconFilter size={14} aria-hidden="true" />}
        onClick={() => {
          edit({ type: 'set-filters', filters });
          announce(t('filterAdded', { value: wordsOf({ conditions }) }));
        }}
      >
        {t('filterBy')}
      </Button>
      {impossible.length > 0 && (
        <Text
          span
          size="xs"
          c="dimmed"
          truncate
          flex="1 1 0"
          miw={0}
          title={t('pictures.impossible', { columns: impossible.join(', ') })}
        >
          {t('pictures.impossible', { columns: impossible.join(', ') })}
        </Text>
      )}
    </>
  );
}
