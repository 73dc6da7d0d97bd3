import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { OWN_KINDS, ownColumnField } from '@/analysis/conditions/own-column';
import { ColumnsTable, LeftOut } from './columns-table';
import { isBeyondBudget } from '@/analysis/source-files/file-budget';
import classes from './file-dialog.module.css';
import { FileFacts } from './file-facts';
import type { FileFormProps } from './file-mapping-form';
import type { FileNotation } from '@/analysis/source-files/file-outline';
import { FileProblemNote } from './file-problem-note';
import { matchedColumns } from '@/analysis/source-files/propose-notation';
import { ownMapping, ownNotation, proposeOwnColumns } from '@/analysis/source-files/propose-own-columns';
import { NotationChoices, ReadingChoices } from './reading-choices';

/** The form for the names and types of a file's own columns, as suggested by their values or as the user chooses. */
export function OwnColumnsForm(props: FileFormProps) {
  const { outline, choices, changed, budgetBytes, otherFile, onChoices, onReady } = props;
  const t = useTranslations('files');
  const { formats, excelRegion } = useFormatSettings();
  const regions = useMemo(() => [excelRegion, formats], [excelRegion, formats]);
  const [typed, setTyped] = useState(() =>
    proposeOwnColumns(outline, regions, (place) => t('columns.nameless', { place })),
  );
  const [notation, setNotation] = useState<FileNotation | null>(null);
  const proposed = useMemo(() => ownNotation(outline, typed, regions), [outline, typed, regions]);
  const mapping = useMemo(
    () => ownMapping(outline.columns, typed, notation ?? proposed),
    [outline, typed, notation, proposed],
  );
  const fields = useMemo(() => mapping.own.map(ownColumnField), [mapping]);
  const isTooLarge = useMemo(
    () => isBeyondBudget(outline, mapping.columns, fields, budgetBytes),
    [outline, mapping, fields, budgetBytes],
  );
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
          matched={matchedColumns(mapping, outline, fields)}
          notation={mapping.notation}
          onNotation={setNotation}
        />
      </Group>
      <ColumnsTable
        outline={outline}
        notation={mapping.notation}
        choiceTitle={t('columns.type')}
        choiceLabel={(column) => t('columns.typeOf', { column })}
        options={OWN_KINDS.map((kind) => ({ value: kind, label: t(`type.${kind}`) }))}
        choiceOf={(columnIndex) => ({
          chosen: typed[columnIndex]?.kind ?? null,
          field: fields.find(
            ({ name }) => name === typed[columnIndex]?.name && typed[columnIndex].kind !== null,
          ),
        })}
        onChoose={(columnIndex, chosen) => {
          const kind = OWN_KINDS.find((each) => each === chosen) ?? null;
          setTyped(typed.map((each, index) => (index === columnIndex ? { ...each, kind } : each)));
        }}
      />
      <LeftOut outline={outline} columns={mapping.columns} of={null} />
      {isTooLarge && <FileProblemNote problem={{ kind: 'too-large' }} name={outline.name} />}
      <Group gap={8}>
        {otherFile}
        {fields.length === 0 && (
          <Text size="xs" c="dimmed">
            {t('nothingBrought')}
          </Text>
        )}
        <Button ms="auto" type="submit" disabled={fields.length === 0 || isTooLarge}>
          {t('ready.add')}
        </Button>
      </Group>
    </Stack>
  );
}
