import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { Dialog, DialogActions } from './dialog';

/** A name and a note as the user entered them; null if left empty. */
export interface Labels {
  readonly name: string | null;
  readonly note: string | null;
}

export interface LabelsDialogProps {
  readonly title: string;
  readonly labels: Labels;
  /** Whether a name is required. */
  readonly isNamed?: boolean;
  readonly isSaving: boolean;
  readonly hasFailed: boolean;
  readonly onSave: (labels: Labels) => void;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 80;
const MAX_NOTE_LENGTH = 1_000;

/** A dialog in which the user gives a snapshot or a kept copy (rows saved in the browser) a name and a note. */
export function LabelsDialog({
  title,
  labels,
  isNamed = false,
  isSaving,
  hasFailed,
  onSave,
  onClose,
}: LabelsDialogProps) {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const schema = useMemo(
    () =>
      z.object({
        name: z
          .string()
          .trim()
          .min(isNamed ? 1 : 0),
        note: z.string().trim(),
      }),
    [isNamed],
  );
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: labels.name ?? '', note: labels.note ?? '' },
  });
  const save = handleSubmit(({ name, note }) => {
    onSave({ name: name === '' ? null : name, note: note === '' ? null : note });
  });
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <form
        onSubmit={(event) => {
          void save(event);
        }}
      >
        <Stack gap={14}>
          <TextInput
            label={t('name')}
            maxLength={MAX_NAME_LENGTH}
            data-autofocus
            autoComplete="off"
            error={formState.errors.name !== undefined && t('nameMissing')}
            {...register('name')}
          />
          <Textarea label={t('note')} maxLength={MAX_NOTE_LENGTH} rows={4} {...register('note')} />
          {hasFailed && (
            <Text role="alert" c="var(--cn-danger)">
              {t('notStored')}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {tCommon('cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
