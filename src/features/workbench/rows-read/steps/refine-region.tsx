import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconMathFunction, IconTableShare, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '@/ui/components/use-draft';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { useWords } from '@/ui/formats/use-words';
import { computedField } from '../../model/computed-field';
import {
  computedColumnProblem,
  conditionProblem,
  formulaColumnsOf,
  isNameTaken,
  refinedColumns,
  refinementProblem,
  type RefineColumn,
  type Refinement,
  type RefinementProblem,
} from '../../model/refinement';
import { numberedName } from '../../model/numbered-name';
import { refinementToParameter } from '../../model/refinement-address';
import {
  useUnappliedRefinement,
  useWorkbenchActions,
  useWorkbenchScope,
} from '../../controller/use-workbench';
import { CoverageBar } from '../reading/coverage-bar';
import { NoRowsRead } from '../reading/no-rows-read';
import { SizeChoice } from '../reading/size-choice';
import type { Reading } from '../reading/use-reading';
import { ComputedColumnEditor } from './computed-column-editor';
import { conditionOf, emptyCondition, newId } from '../../conditions/condition-draft';
import { AddConditions, ConditionParts } from './condition-parts';
import classes from './refine.module.css';
import {
  draftFromText,
  draftOf,
  refinementOf,
  type DraftComputedColumn,
  type RefinementDraft,
} from './refinement-draft';
import { refinementText } from '../../conditions/refinement-text';

/** Saves a refinement as a check. */
export interface SaveAsCheckProps {
  /** The refinement, as in the address. */
  readonly refine: string;
  readonly words: string;
  readonly onClose: () => void;
  /** Called with a text that says what was saved. */
  readonly onSaved: (text: string) => void;
}

export interface RefineRegionProps {
  readonly columns: readonly RefineColumn[];
  readonly refinement: Refinement | null;
  /** The reading, if nothing else on the screen shows its progress. */
  readonly reading: Reading | null;
  /** A column to add a condition for; every new object adds one. */
  readonly refinedColumn: { readonly name: string } | null;
  readonly onClose: () => void;
  readonly onAddColumns: () => void;
  readonly SaveAsCheck: ComponentType<SaveAsCheckProps>;
}

/** The region **Refine here**: conditions on the rows read, and columns computed from them. */
export function RefineRegion({ columns, refinement, reading, onClose, ...props }: RefineRegionProps) {
  const { SaveAsCheck, onAddColumns, refinedColumn } = props;
  const t = useTranslations('refine');
  const tAdded = useTranslations('added');
  const { priceColumn, address } = useWorkbenchScope();
  const { refine, editRefinement } = useWorkbenchActions();
  const unapplied = useUnappliedRefinement();
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  const [kept] = useState(() => (unapplied === null ? null : draftFromText(unapplied)));
  const [draft, setDraft] = useDraft(address.refine, {
    draftOf: () => draftOf(refinement, numbers),
    valueOf: (of) => refinementToParameter(refinementOf(of)) ?? undefined,
    kept,
  });
  const [addedId, setAddedId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const sectionRef = useRef<HTMLElement>(null);
  const [triedCount, setTriedCount] = useState(0);
  useEffect(() => {
    if (triedCount > 0) sectionRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [triedCount]);
  const [savedAsCheck, setSavedAsCheck] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const restoredFocus = useRestoredFocus(() => sectionRef.current?.focus());
  const focusOpened = useEffectEvent(() => {
    // A draft that was kept over a run or a reload returns without taking the focus.
    if (kept === null) sectionRef.current?.focus();
  });
  useEffect(() => focusOpened(), []);

  const wanted = refinementOf(draft);
  const computed = wanted.computedColumns;
  const known = refinedColumns(columns, computed);
  const fields = [
    ...columns.flatMap(({ name }) => priceColumn.fields.filter((field) => field.name === name)),
    ...computed
      .filter(
        ({ name }, index) => name !== '' && !isNameTaken(name, [...columns, ...computed.slice(0, index)]),
      )
      .map(computedField),
  ];
  const scales = new Map(fields.map(({ name, scale }) => [name, scale]));
  const words = useWords();
  const problemText = (problem: RefinementProblem | null) =>
    problem === null || problem.kind === 'formula'
      ? null
      : t(`wrong.${problem.kind}`, { text: problem.text });

  const [addedFor, setAddedFor] = useState<RefineRegionProps['refinedColumn']>(null);
  if (refinedColumn !== addedFor) {
    setAddedFor(refinedColumn);
    const field = fields.find(({ name }) => name === refinedColumn?.name);
    if (field !== undefined) {
      const added = emptyCondition(field);
      change({ parts: [...draft.parts, added] });
      setAddedId(added.id);
    }
  }

  function change(next: Partial<RefinementDraft>): void {
    setNote('');
    const changed = { ...draft, ...next };
    setDraft(changed);
    editRefinement({ of: address.refine ?? null, text: JSON.stringify(changed) });
  }
  function changeComputed(id: string, next: DraftComputedColumn | null): void {
    change({
      computed: draft.computed.flatMap((column) =>
        column.id === id ? (next === null ? [] : [next]) : [column],
      ),
    });
  }
  function freeName(name: string, id: string): string {
    const others = draft.computed.filter((column) => column.id !== id);
    return numberedName(
      name,
      [...columns, ...others].map((column) => column.name),
    );
  }
  /** Whether the draft can be applied. If not, the first problem is explained beside its field, which gets the focus. */
  function isComplete(): boolean {
    const isRight = refinementProblem(wanted, columns) === null;
    setTried(!isRight);
    setNote('');
    if (!isRight) setTriedCount(triedCount + 1);
    return isRight;
  }
  function apply(): void {
    if (!isComplete()) return;
    refine(refinementToParameter(wanted) ?? undefined);
    editRefinement(null);
  }
  function saveAsCheck(): void {
    if (!isComplete()) return;
    if (wanted.conditions === null) setNote(t('checkNeedsCondition'));
    else setSavedAsCheck(refinementToParameter(wanted));
  }
  function clear(): void {
    setNote('');
    setDraft(draftOf(null, numbers));
    setTried(false);
    refine(undefined);
    editRefinement(null);
  }

  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label={t('region')}
      className={classes['region']}
      {...restoredFocus}
    >
      <Group gap="2px 12px" flex="none" mih={36} p="2px 8px 2px 12px" className={classes['head'] ?? ''}>
        <Title order={2} size="sm">
          {t('region')}
        </Title>
        <Text size="sm" c="dimmed" miw={0}>
          {t('about')}
        </Text>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('close')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {reading !== null && <ReadingState reading={reading} />}
      <Stack gap={6} align="flex-start" mih={0} p="2px 12px 8px" className={classes['body'] ?? ''}>
        <ConditionParts
          group={draft}
          fields={fields}
          addedId={addedId}
          problemOf={(condition) =>
            isTried ? problemText(conditionProblem(conditionOf(condition), known)) : null
          }
          onChange={change}
          onAdd={setAddedId}
        />
        {draft.computed.map((column, index) => (
          <ComputedColumnEditor
            key={column.id}
            column={column}
            number={index + 1}
            columns={formulaColumnsOf(refinedColumns(columns, computed.slice(0, index)))}
            scales={scales}
            isTried={isTried}
            isNew={column.id === addedId}
            problem={
              isTried && computed[index] !== undefined
                ? problemText(
                    computedColumnProblem(computed[index], refinedColumns(columns, computed.slice(0, index))),
                  )
                : null
            }
            freeName={(name) => freeName(name, column.id)}
            onChange={(next) => changeComputed(column.id, next)}
            onRemove={() => changeComputed(column.id, null)}
          />
        ))}
        {draft.computed.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('grammar')}
          </Text>
        )}
        <Group gap="4px 8px">
          <AddConditions
            group={draft}
            field={fields[0]}
            onAdd={(parts, added) => {
              change({ parts });
              setAddedId(added);
            }}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconMathFunction size={14} aria-hidden="true" />}
            onClick={() => {
              const id = newId();
              change({
                computed: [
                  ...draft.computed,
                  {
                    id,
                    kind: 'formula',
                    one: null,
                    other: null,
                    name: freeName(t('kinds.formula.name'), id),
                    places: 2,
                    hasChosenPlaces: false,
                    formula: '',
                  },
                ],
              });
              setAddedId(id);
            }}
          >
            {t('addComputed')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconTableShare size={14} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={onAddColumns}
          >
            {tAdded('addColumns')}
          </Button>
        </Group>
      </Stack>
      <Group gap="4px 8px" flex="none" px={12} py={6} className={classes['foot'] ?? ''}>
        <Button size="xs" onClick={apply}>
          {t('apply')}
        </Button>
        <Button size="xs" variant="default" onClick={clear}>
          {t('clear')}
        </Button>
        <Button size="xs" variant="default" onClick={saveAsCheck}>
          {t('saveAsCheck')}
        </Button>
        {isTried && refinementProblem(wanted, columns) !== null && (
          <p role="alert" className={classes['problem']}>
            {t('incomplete')}
          </p>
        )}
        <Text role="status" aria-label={t('checkStatus')} size="xs" c="dimmed">
          {note}
        </Text>
      </Group>
      {savedAsCheck !== null && (
        <SaveAsCheck
          refine={savedAsCheck}
          words={refinementText(words, fields, wanted)}
          onClose={() => setSavedAsCheck(null)}
          onSaved={(text) => {
            setSavedAsCheck(null);
            setNote(text);
          }}
        />
      )}
    </section>
  );
}

/** The progress of reading the rows, and the choice for a large snapshot. */
function ReadingState({ reading }: { readonly reading: Reading }) {
  if (reading.state.status === 'choosing') return <SizeChoice reading={reading} />;
  return (
    <>
      <CoverageBar reading={reading} />
      {reading.rowsRead === null && <NoRowsRead reading={reading} />}
    </>
  );
}
