import '@/ui/components/combobox-styles.css';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import {
  addedColumnsProblem,
  partnersName,
  priceColumnOf,
  referenceColumns,
  SEVERAL_KINDS,
  type AddedColumns,
  type ColumnMatch,
  type SeveralRule,
} from '@/analysis/conditions/added-columns';
import { numberedName } from '@/analysis/conditions/numbered-name';
import { sourceOfCacheKey, sourceToParameter, type Source } from '@/analysis/conditions/source';
import type { ComputedColumn, RefineColumn } from '@/analysis/conditions/refinement';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { proposeRoles } from '@/rows/price-rows/column-roles';
import { costsFirst } from '../fields/costs-first';
import { OneSelect } from '../../conditions/field-select';
import { useRowsReadScope } from '../rows/rows-read-scope';
import { useChosenFiles } from '../sources/files/files-of-page';
import { FileDialog } from '../sources/files/file-dialog';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { SourceSelect } from '../sources/source-select';
import { proposeKeyByValues, tellingColumns } from '@/analysis/added/propose-key-by-values';
import {
  isUsableSource,
  mixedDenominations,
  proposeAddition,
  proposeMargin,
  type CurrentSide,
} from '@/analysis/added/propose-addition';

export interface AddColumnsDialogProps {
  /** The columns of the rows to which the new columns are added. */
  readonly columns: readonly RefineColumn[];
  /** The sources that have been added, except for the edited one. */
  readonly others: readonly AddedColumns[];
  /** The source to edit; null for a new one. */
  readonly initial: AddedColumns | null;
  /** Names that a computed column may not have. */
  readonly takenNames: readonly string[];
  readonly onClose: () => void;
  /** Called with the added columns. `margin`: a computed column for the margin to add with them; null for none. */
  readonly onSubmit: (added: AddedColumns, margin: ComputedColumn | null) => void;
}

interface Draft extends Omit<AddedColumns, 'origin'> {
  readonly origin: Source | null;
}

const EMPTY: Draft = {
  label: '',
  origin: null,
  keys: [],
  columns: [],
  several: { kind: 'empty' },
  isLenient: false,
};

/** The **Add columns from…** dialog, which asks for a source, the key, the columns, and the rule for several matching rows. */
export function AddColumnsDialog(dialogProps: AddColumnsDialogProps) {
  const { columns, others, initial, takenNames, ...props } = dialogProps;
  const t = useTranslations('added');
  const { formatDateTime } = useFormats();
  const { priceColumn, isLocked } = useWorkbenchScope();
  const { priceColumns, fieldsOfOthers, comparable, comparableOf, openSnapshot, reading } =
    useRowsReadScope();
  const files = useChosenFiles('own');
  const current: CurrentSide = {
    columns: columns.map(({ name, type }) => ({
      name,
      type,
      scale: priceColumn.fields.find((field) => field.name === name)?.scale ?? null,
    })),
    fields: priceColumn.fields,
  };
  const usable = costsFirst(priceColumns, isLocked).filter(
    (each) => each.name !== priceColumn.name && isUsableSource(each, current, isLocked),
  );
  const scope = { columns, priceColumn, priceColumns, isLocked };
  const chosenFile = (origin: Source) => (origin.kind === 'file' ? files.get(origin.name)?.file : undefined);
  /** Returns a file's own columns: from the file chosen on this page, or if none was chosen, from the address. */
  const ownOf = (origin: Source, file = chosenFile(origin)) =>
    origin.kind === 'file' ? (file?.mapping.own ?? initial?.own) : undefined;
  const referenceOf = (origin: Source, file = chosenFile(origin)) => {
    const found = priceColumnOf({ origin, own: ownOf(origin, file) }, scope);
    return found === null || origin.kind !== 'file'
      ? found
      : { ...found, displayName: origin.name.replace(/\.[^.]+$/, '') };
  };
  const proposed = (origin: Source, file?: MappedFile): Draft => {
    const reference = referenceOf(origin, file);
    if (reference === null) return { ...EMPTY, origin };
    const { keys, columns: taken } = proposeAddition(reference, current, isLocked);
    const snapshot = comparable.find(
      (each) => sourceToParameter(origin) === sourceToParameter(sourceOfCacheKey(each.cacheKey)),
    );
    const name = snapshot === undefined ? reference.displayName : formatDateTime(snapshot.takenAtMs);
    return {
      ...EMPTY,
      origin,
      keys,
      columns: origin.kind === 'file' ? columnsBeside(reference, keys) : taken,
      label: freeLabel(name, others),
    };
  };
  const [first] = usable;
  const [draft, setDraft] = useState<Draft>(
    () => initial ?? (first === undefined ? EMPTY : proposed({ kind: 'price-column', name: first.name })),
  );
  const [wantsMargin, setWantsMargin] = useState(initial === null);
  const [isTried, setTried] = useState(false);
  const [isChoosingFile, setIsChoosingFile] = useState(false);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const reference = draft.origin === null ? null : referenceOf(draft.origin);
  const margin =
    initial === null && reference !== null
      ? proposeMargin(
          { ...draft, columns: draft.columns.filter((name) => isNumber(reference, name)) },
          current,
          numberedName(t('marginName'), takenNames),
        )
      : null;
  const problem = problemOf();
  const mixed = reference === null ? [] : mixedDenominations(draft, reference, current);
  const furtherKeys =
    reference === null
      ? []
      : proposeAddition(reference, current, isLocked).furtherKeys.filter(
          (name) => !draft.keys.some((key) => key.reference === name),
        );

  function problemOf(): string | null {
    if (draft.origin === null) return t('wrong.noSource');
    if (draft.label.trim() === '') return t('wrong.noName');
    if (draft.keys.length === 0) return t('wrong.noKey');
    if (draft.columns.length === 0) return t('wrong.noColumns');
    const unread = referenceColumns(draft).find((name) =>
      reference?.fields.every((field) => field.name !== name),
    );
    if (unread !== undefined) return t('wrong.unknown-field', { text: unread });
    const found = addedColumnsProblem([...others, addedOf(draft, draft.origin)], scope);
    return found === null ? null : t(`wrong.${found.kind}`, { text: found.text });
  }

  /** Returns the draft as added columns. `own` describes the needed columns of a file, because only the file knows their types. */
  function addedOf(of: Draft, origin: Source): AddedColumns {
    const needed = referenceColumns(of);
    const known = ownOf(origin)?.filter(({ name }) => needed.includes(name));
    return { ...of, origin, label: of.label.trim(), own: known };
  }

  function submit(): void {
    setTried(true);
    if (problem !== null || draft.origin === null) return;
    props.onSubmit(addedOf(draft, draft.origin), wantsMargin ? margin : null);
  }

  /** Uses a chosen file. If the same file is chosen again and still has all needed columns, the draft is kept. */
  function takeFile(file: MappedFile): void {
    const origin = { kind: 'file', name: file.outline.name } as const;
    const isSame = draft.origin?.kind === 'file' && draft.origin.name === origin.name;
    const hasAll = referenceColumns(draft).every((needed) =>
      file.mapping.columns.some(({ field }) => field === needed),
    );
    files.choose(file);
    setIsChoosingFile(false);
    if (isSame && hasAll) return;
    const next = proposed(origin, file);
    setDraft(next);
    void proposeKeyOf(file, next);
  }

  /** Finds the key of a file by its values if its column names do not show it. If the draft has changed meanwhile, it is not replaced. */
  async function proposeKeyOf(file: MappedFile, next: Draft): Promise<void> {
    const { rowsRead } = reading;
    const telling = tellingColumns(file);
    const reference = referenceOf({ kind: 'file', name: file.outline.name }, file);
    if (rowsRead === null || reference === null || next.keys.some((key) => telling.has(key.reference)))
      return;
    // If no column matches, the user chooses the key.
    const match = await proposeKeyByValues(rowsRead.engine, rowsRead.table, telling).catch(() => null);
    if (match === null || columns.every(({ name }) => name !== match.current)) return;
    const keys = [match, ...next.keys.filter(({ current: own }) => own !== match.current)];
    const columnsOfFile = columnsBeside(reference, keys);
    setDraft((shown) => (shown === next ? { ...next, keys, columns: columnsOfFile } : shown));
  }

  const problemId = useId();
  if (isChoosingFile) {
    return (
      <FileDialog
        purpose="add"
        budgetBytes={reading.budgetBytes}
        onReady={takeFile}
        onClose={() => setIsChoosingFile(false)}
      />
    );
  }
  return (
    <Dialog title={t('title')} size="lg" onClose={props.onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          <SourceSelect
            id={SOURCE_ID}
            label={t('source')}
            placeholder={t('chooseSource')}
            value={draft.origin}
            snapshots={comparable.filter(({ cacheKey }) => cacheKey !== openSnapshot.snapshot.cacheKey)}
            priceColumns={usable}
            ofPriceColumns={usable.map((each) => ({ priceColumn: each, snapshots: comparableOf(each.name) }))}
            fileName={files.lastName}
            onChooseFile={() => setIsChoosingFile(true)}
            onChange={(source) => {
              if (source !== null) setDraft(proposed(source));
            }}
          />
          {fieldsOfOthers}
          {reference !== null && (
            <SourceFields
              draft={draft}
              reference={reference}
              columns={columns}
              furtherKeys={furtherKeys}
              onChange={change}
            />
          )}
          {mixed.map(({ kind, current: own, reference: other }) => (
            <Group key={kind} gap={6} wrap="nowrap" align="start">
              <IconAlertTriangle size={16} aria-hidden="true" />
              <Text size="xs">
                {own !== null && other !== null
                  ? t(`mixed.${kind}.both`, { current: own, reference: other })
                  : t(`mixed.${kind}.one`, { column: own ?? other ?? '' })}
              </Text>
            </Group>
          ))}
          {margin !== null && (
            <Checkbox
              size="xs"
              label={t('margin', { name: margin.name, formula: margin.formula })}
              checked={wantsMargin}
              onChange={({ currentTarget }) => setWantsMargin(currentTarget.checked)}
            />
          )}
          {isTried && problem !== null && (
            <Text id={problemId} role="alert" size="sm" c="var(--cn-danger)">
              {problem}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" onClick={props.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" data-autofocus>
              {t(initial === null ? 'add' : 'change')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

const SOURCE_ID = 'added-columns-source';
const TODAY = 'today';

interface SourceFieldsProps {
  readonly draft: Draft;
  readonly reference: PriceColumn;
  readonly columns: readonly RefineColumn[];
  /** The key columns of the source that are not matched with a column of the rows. */
  readonly furtherKeys: readonly string[];
  readonly onChange: (changes: Partial<Draft>) => void;
}

function SourceFields({ draft, reference, columns, furtherKeys, onChange }: SourceFieldsProps) {
  const t = useTranslations('added');
  const { isLocked } = useWorkbenchScope();
  const list = useList();
  const fields = reference.fields.filter((field) => !isLocked(field));
  const options = fields.map(({ name }) => ({ value: name, label: name }));
  const setKey = (place: number, next: ColumnMatch | null) =>
    onChange({ keys: draft.keys.flatMap((key, index) => (index === place ? (next ?? []) : [key])) });
  const unmatched = columns.find(({ name }) => !draft.keys.some((key) => key.current === name));
  return (
    <>
      <TextInput
        size="xs"
        label={t('label')}
        value={draft.label}
        maxLength={60}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <Fieldset legend={t('matchBy')} p="xs">
        <Stack gap={6}>
          {draft.keys.map((key, index) => (
            <Group
              key={`${key.current} ${key.reference}`}
              gap={6}
              align="end"
              role="group"
              aria-label={t('keyPart', { number: index + 1 })}
            >
              <OneSelect
                label={t('currentColumn')}
                isSearchable
                options={columns.map(({ name }) => ({ value: name, label: name }))}
                value={key.current}
                onChange={(current) => setKey(index, { ...key, current })}
              />
              <Text size="sm" pb={4} aria-hidden="true">
                =
              </Text>
              <OneSelect
                label={t('referenceColumn')}
                isSearchable
                options={options}
                value={key.reference}
                onChange={(other) => setKey(index, { ...key, reference: other })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={26}
                aria-label={t('removeKey', { number: index + 1 })}
                onClick={() => setKey(index, null)}
              >
                <IconX size={15} />
              </ActionIcon>
            </Group>
          ))}
          {unmatched !== undefined && fields[0] !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              w="fit-content"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() =>
                onChange({
                  keys: [
                    ...draft.keys,
                    {
                      current: unmatched.name,
                      reference:
                        (fields.find(({ name }) => name === unmatched.name) ?? fields[0])?.name ?? '',
                    },
                  ],
                })
              }
            >
              {t('addKey')}
            </Button>
          )}
          <Checkbox
            size="xs"
            label={t('lenient')}
            checked={draft.isLenient}
            onChange={({ currentTarget }) => onChange({ isLenient: currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      <MultiSelect
        size="xs"
        label={t('columns')}
        data={options}
        value={[...draft.columns]}
        searchable
        maxValues={MOST_COLUMNS}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(taken) => onChange({ columns: taken })}
      />
      <OneSelect
        label={t('several')}
        options={rulesOf(
          reference,
          fields.map(({ name }) => name),
        ).map((kind) => ({
          value: kind,
          label: t(`rules.${kind}`),
        }))}
        value={draft.several.kind}
        onChange={(kind) => onChange({ several: ruleOf(kind, reference, draft.columns) })}
      />
      <RuleColumns draft={draft} reference={reference} onChange={onChange} />
      <Checkbox
        size="xs"
        label={t('count', { name: partnersName(draft.label.trim()) })}
        checked={draft.counts === true}
        onChange={({ currentTarget }) => onChange({ counts: currentTarget.checked ? true : undefined })}
      />
      {furtherKeys.length > 0 && draft.several.kind === 'empty' && (
        <Text size="xs" c="dimmed">
          {t('furtherKeys', { columns: list.format(furtherKeys) })}
        </Text>
      )}
    </>
  );
}

function useList(): Intl.ListFormat {
  const { locale } = useFormats();
  return new Intl.ListFormat(locale, { type: 'conjunction' });
}

function RuleColumns({
  draft: { several },
  reference,
  onChange,
}: Pick<SourceFieldsProps, 'draft' | 'reference' | 'onChange'>) {
  const t = useTranslations('added');
  const { isLocked } = useWorkbenchScope();
  const optionsOf = (...types: readonly string[]) =>
    reference.fields
      .filter((field) => types.includes(field.type) && !isLocked(field))
      .map(({ name }) => ({ value: name, label: name }));
  switch (several.kind) {
    case 'empty':
      return null;
    case 'valid-on':
      return (
        <Group gap={6} align="end">
          <OneSelect
            label={t('validFrom')}
            options={optionsOf('date')}
            value={several.from}
            onChange={(from) => onChange({ several: { ...several, from } })}
          />
          <OneSelect
            label={t('validTo')}
            options={optionsOf('date')}
            value={several.to}
            onChange={(to) => onChange({ several: { ...several, to } })}
          />
          <TextInput
            size="xs"
            type="date"
            label={t('day')}
            description={several.day === TODAY ? t('today') : undefined}
            value={several.day === TODAY ? '' : several.day}
            onChange={({ currentTarget }) =>
              onChange({
                several: { ...several, day: currentTarget.value === '' ? TODAY : currentTarget.value },
              })
            }
          />
        </Group>
      );
    case 'least':
    case 'greatest':
    case 'latest':
      return (
        <OneSelect
          label={t('by')}
          options={several.kind === 'latest' ? optionsOf('date') : optionsOf('number', 'date')}
          value={several.column}
          onChange={(column) => onChange({ several: { ...several, column } })}
        />
      );
  }
}

/** Returns the rules for several matching rows that are possible with the columns of a source. */
function rulesOf(reference: PriceColumn, visible: readonly string[]): readonly SeveralRule['kind'][] {
  const hasType = (...types: readonly string[]) =>
    reference.fields.some(({ name, type }) => types.includes(type) && visible.includes(name));
  return SEVERAL_KINDS.filter((kind) => {
    if (kind === 'empty') return true;
    return kind === 'least' || kind === 'greatest' ? hasType('number', 'date') : hasType('date');
  });
}

function ruleOf(kind: SeveralRule['kind'], { fields }: PriceColumn, taken: readonly string[]): SeveralRule {
  const dates = fields.filter(({ type }) => type === 'date').map(({ name }) => name);
  const roles = proposeRoles(fields, fields);
  const from = roles.validFrom?.column ?? dates[0] ?? '';
  switch (kind) {
    case 'empty':
      return { kind };
    case 'valid-on':
      return { kind, from, to: roles.validTo?.column ?? dates[1] ?? from, day: TODAY };
    case 'latest':
      return { kind, column: from };
    case 'least':
    case 'greatest': {
      const amount =
        fields.find(({ name, type }) => type === 'number' && taken.includes(name)) ??
        fields.find(({ type }) => type === 'number' || type === 'date');
      return { kind, column: amount?.name ?? '' };
    }
  }
}

const MOST_COLUMNS = 12;

/** Returns the columns of a file that are selected at first: the first ones that are not part of the key. */
function columnsBeside({ fields }: PriceColumn, keys: readonly ColumnMatch[]): readonly string[] {
  return fields
    .map(({ name }) => name)
    .filter((name) => !keys.some((key) => key.reference === name))
    .slice(0, MOST_COLUMNS);
}

function isNumber({ fields }: PriceColumn, name: string): boolean {
  return fields.find((field) => field.name === name)?.type === 'number';
}

function freeLabel(name: string, others: readonly AddedColumns[]): string {
  return numberedName(
    name.slice(0, 50),
    others.map(({ label }) => label),
  );
}
