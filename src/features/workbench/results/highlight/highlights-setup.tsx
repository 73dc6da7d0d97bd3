import { Button, Checkbox, Group, Input, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useDraft } from '@/ui/components/use-draft';
import { HIGHLIGHT_COLOURS, type HighlightColour } from '@/lib/grid/grid-model';
import type { DraftUnsetOrCondition } from '../../model/draft-query';
import { newConditionId } from '../../conditions/condition-ids';
import { ConditionItem, newCondition } from '../../conditions/condition-parts';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import {
  highlightProblem,
  highlightsFromParameter,
  highlightsToParameter,
  MOST_HIGHLIGHTS,
  type Highlight,
  type HighlightScope,
} from '../../model/highlight';
import { draftOfCondition, refinePartOf } from '../../model/draft-refinement';
import { HighlightSign } from './highlight-sign';
import classes from './highlights-setup.module.css';
import { useJudgedColumns } from './use-highlights';

interface DraftHighlight {
  readonly colour: HighlightColour;
  readonly scope: HighlightScope;
  readonly condition: DraftUnsetOrCondition;
}

export interface HighlightsSetupProps {
  readonly columns: readonly string[];
  readonly fields: readonly PriceField[];
}

/** Edits the highlights of the rows. A highlight applies as soon as it is complete. */
export function HighlightsSetup({ columns, fields }: HighlightsSetupProps) {
  const t = useTranslations('resultsTools.highlight');
  const tParts = useTranslations('conditions.parts');
  const { highlight } = useWorkbenchScope().address;
  const { setView } = useWorkbenchActions();
  const judged = useJudgedColumns(columns, fields);
  const [addedId, setAddedId] = useState<string | null>(null);
  const parameterOf = (of: readonly DraftHighlight[]) =>
    highlightsToParameter(
      of
        .map(highlightOf)
        // Keeps a highlight of a column that these rows do not have, because other rows may have it.
        .filter((each) => isComplete(each)),
    );
  function isComplete(each: Highlight): boolean {
    const problem = highlightProblem(each, judged);
    return problem === null || (problem.kind === 'unknown-field' && problem.text !== '');
  }
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.type;
  const draftsOf = (parameter: string | undefined): readonly DraftHighlight[] =>
    highlightsFromParameter(parameter).highlights.map(({ colour, scope, condition }) => ({
      colour,
      scope,
      condition: draftOfCondition(condition, { typeOf, newId: newConditionId }),
    }));
  const [drafts, setDrafts] = useDraft(highlight, { draftOf: draftsOf, valueOf: parameterOf });
  const change = (next: readonly DraftHighlight[], isTyped = false) => {
    setDrafts(next);
    // Consecutive typing makes one undo step and one history entry.
    setView('rows', { highlight: parameterOf(next) }, { isReplaced: isTyped });
  };
  const shownFields = fields.filter(({ name }) => columns.includes(name));
  const freeColour =
    HIGHLIGHT_COLOURS.find((colour) => drafts.every((each) => each.colour !== colour)) ?? 'red';
  return (
    <Stack role="group" aria-label={t('group')} gap="sm" align="stretch">
      <Input.Label component="div" size="xs" aria-hidden="true">
        {t('group')}
      </Input.Label>
      {drafts.map((draft, index) => {
        const number = index + 1;
        const edit = (changes: Partial<DraftHighlight>, isTyped?: boolean) =>
          change(drafts.with(index, { ...draft, ...changes }), isTyped);
        return (
          <Stack key={draft.condition.id} role="group" aria-label={t('highlight', { number })} gap={6}>
            <ConditionItem
              condition={draft.condition}
              name={tParts('condition', { number })}
              fields={shownFields}
              isNew={draft.condition.id === addedId}
              onChange={(condition) => {
                if (condition.kind !== 'group') edit({ condition }, true);
              }}
              removeLabel={t('remove', { number })}
              onRemove={() => change(drafts.toSpliced(index, 1))}
            />
            <HighlightColours value={draft.colour} onChange={(colour) => edit({ colour })} />
            <Checkbox
              size="xs"
              label={t('wholeRow')}
              checked={draft.scope === 'row'}
              onChange={({ currentTarget: { checked } }) => edit({ scope: checked ? 'row' : 'cell' })}
            />
          </Stack>
        );
      })}
      {drafts.length > 1 && (
        <Text size="xs" c="var(--cn-text-muted)">
          {t('firstWins')}
        </Text>
      )}
      {drafts.length < MOST_HIGHLIGHTS && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            const condition = newCondition(
              shownFields.find(({ isPriceColumn }) => isPriceColumn === true) ?? shownFields[0],
            );
            setDrafts([...drafts, { colour: freeColour, scope: 'row', condition }]);
            setAddedId(condition.id);
          }}
        >
          {t('add')}
        </Button>
      )}
    </Stack>
  );
}

export interface HighlightColoursProps {
  readonly value: HighlightColour;
  readonly onChange: (colour: HighlightColour) => void;
}

export function HighlightColours({ value, onChange }: HighlightColoursProps) {
  const t = useTranslations('resultsTools.highlight');
  return (
    <Radio.Group
      // `aria-label` would name the wrapper instead of the group.
      label={t('colour')}
      size="xs"
      value={value}
      onChange={(next) => onChange(HIGHLIGHT_COLOURS.find((each) => each === next) ?? value)}
    >
      <Group gap="sm">
        {HIGHLIGHT_COLOURS.map((colour) => (
          <Group key={colour} gap={4} wrap="nowrap">
            <Radio
              size="xs"
              classNames={{ radio: classes['radio'] ?? '' }}
              value={colour}
              aria-label={t(`colours.${colour}`)}
              title={t(`colours.${colour}`)}
            />
            <HighlightSign colour={colour} />
          </Group>
        ))}
      </Group>
    </Radio.Group>
  );
}

function highlightOf({ colour, scope, condition }: DraftHighlight): Highlight {
  return { colour, scope, condition: refinePartOf(condition) };
}
