import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../../../controller/use-workbench';
import { ColumnsTable, LeftOut } from './columns-table';
import { isBeyondBudget } from '@/analysis/source-files/file-budget';
import classes from './file-dialog.module.css';
import { FileFacts } from './file-facts';
import type {
  FileMapping,
  FileNotation,
  FileOutline,
  FilePurpose,
  OutlineChoices,
} from '@/analysis/source-files/file-outline';
import { FileProblemNote } from './file-problem-note';
import { proposeColumns } from '@/analysis/source-files/propose-columns';
import { matchedColumns, proposeNotation } from '@/analysis/source-files/propose-notation';
import { NotationChoices, ReadingChoices } from './reading-choices';
import { ownMember } from '@/lib/base/own-member';

/** By field, other names that its column may have in a file. */
export type ColumnAliases = Readonly<Record<string, readonly string[]>>;

/** The props of both forms that decide which columns of a file are used. */
export interface FileFormProps {
  readonly outline: FileOutline;
  /** The choices with which the outline was read. */
  readonly choices: OutlineChoices;
  readonly budgetBytes: number;
  /** The choice that caused the file to be read again. Its control gets the focus back. Null for none. */
  readonly changed: keyof OutlineChoices | null;
  readonly onChoices: (choices: OutlineChoices, changed: keyof OutlineChoices) => void;
  /** Whether the suggested columns are accepted without asking the user. */
  readonly isTakenAtOnce?: boolean;
  readonly otherFile: ReactNode;
  readonly onReady: (mapping: FileMapping) => void;
}

interface FileMappingFormProps extends FileFormProps {
  readonly purpose: Exclude<FilePurpose, 'add'>;
  readonly aliases?: ColumnAliases | undefined;
}

const NO_ALIASES: ColumnAliases = {};

/** Returns the columns with the names of fields instead of their aliases. */
function withFieldNames(columns: FileOutline['columns'], aliases: ColumnAliases): FileOutline['columns'] {
  const fieldOf = (name: string) =>
    Object.keys(aliases).find((field) => ownMember(aliases, field)?.includes(name) === true) ?? name;
  return columns.map((column) => ({ ...column, name: fieldOf(column.name) }));
}

/** The form in which the columns of a file are matched with fields of the price column, as suggested or as the user chooses. */
export function FileMappingForm(props: FileMappingFormProps) {
  const {
    purpose,
    aliases = NO_ALIASES,
    outline,
    choices,
    changed,
    budgetBytes,
    isTakenAtOnce = false,
    otherFile,
    onChoices,
    onReady,
  } = props;
  const t = useTranslations('files');
  const { priceColumn, rowFields, isLocked } = useWorkbenchScope();
  const { formats, excelRegion } = useFormatSettings();
  const fields = useMemo(() => rowFields.filter((field) => !isLocked(field)), [rowFields, isLocked]);
  const locked = rowFields.filter(isLocked).map(({ name }) => name);
  const [chosen, setChosen] = useState<FileMapping['columns'] | null>(null);
  const [notation, setNotation] = useState<FileNotation | null>(null);
  const [proposed, lockedColumns] = useMemo(() => {
    const isOfLocked = ({ field }: FileMapping['columns'][number]) =>
      fields.every(({ name }) => name !== field);
    const all = proposeColumns(withFieldNames(outline.columns, aliases), rowFields);
    return [all.filter((each) => !isOfLocked(each)), all.filter(isOfLocked)];
  }, [outline, aliases, fields, rowFields]);
  const columns = chosen ?? proposed;
  const matched = useMemo(() => matchedColumns({ columns }, outline, fields), [columns, outline, fields]);
  const proposedNotation = useMemo(
    () => proposeNotation(outline, matched, [excelRegion, formats]),
    [outline, matched, excelRegion, formats],
  );
  const mapping: FileMapping = { columns, notation: notation ?? proposedNotation };
  const isTooLarge = useMemo(
    () => isBeyondBudget(outline, mapping.columns, fields, budgetBytes),
    [outline, mapping.columns, fields, budgetBytes],
  );

  const isTaken = isTakenAtOnce && columns.length > 0 && !isTooLarge;
  const take = useEffectEvent(() => onReady(mapping));
  useEffect(() => {
    if (isTaken) take();
  }, [isTaken]);
  if (isTaken) return null;

  const match = (columnIndex: number, field: string | null) => {
    // A field has at most one column, so choosing it for another column removes it from the first one.
    const others = columns.filter((each) => each.columnIndex !== columnIndex && each.field !== field);
    setChosen(field === null ? others : [...others, { field, columnIndex }]);
  };

  return (
    <Stack
      component="form"
      gap={14}
      onSubmit={(event) => {
        event.preventDefault();
        onReady(mapping);
      }}
    >
      <FileFacts outline={outline} />
      <Group gap="8px 16px" align="end" className={classes['choices'] ?? ''}>
        <ReadingChoices outline={outline} choices={choices} changed={changed} onChoices={onChoices} />
        <NotationChoices
          outline={outline}
          matched={matched}
          notation={mapping.notation}
          onNotation={setNotation}
        />
      </Group>
      <ColumnsTable
        outline={outline}
        notation={mapping.notation}
        choiceTitle={t('columns.ofPriceColumn', { name: priceColumn.displayName })}
        choiceLabel={(column) => t('columns.match', { column })}
        options={fields.map(({ name, type }) => ({ value: name, label: `${name} (${t(`type.${type}`)})` }))}
        choiceOf={(columnIndex) => {
          const isOf = (each: FileMapping['columns'][number]) => each.columnIndex === columnIndex;
          const chosenField = columns.find(isOf)?.field ?? null;
          return {
            chosen: chosenField,
            field: fields.find(({ name }) => name === chosenField),
            locked: lockedColumns.find(isOf)?.field,
          };
        }}
        onChoose={match}
      />
      <LeftOut outline={outline} columns={columns} of={{ fields, locked }} />
      {isTooLarge && <FileProblemNote problem={{ kind: 'too-large' }} name={outline.name} />}
      <Group gap={8}>
        {otherFile}
        {columns.length === 0 && (
          <Text size="xs" c="dimmed">
            {t('nothingMatched')}
          </Text>
        )}
        <Button ms="auto" type="submit" disabled={columns.length === 0 || isTooLarge}>
          {t(`ready.${purpose}`)}
        </Button>
      </Group>
    </Stack>
  );
}
