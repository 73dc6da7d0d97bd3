import { Button, Textarea, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { Dialog } from '@/shared/ui/dialog';
import { useLabelSnapshot } from '../api/known-snapshots.mutations';
import type { KnownSnapshot } from '../model/known-snapshot';
import classes from './snapshot-labels-dialog.module.css';

export interface SnapshotLabelsDialogProps {
  readonly snapshot: KnownSnapshot;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 80;
const MAX_NOTE_LENGTH = 1_000;

const labelsSchema = z.object({ name: z.string().trim(), note: z.string().trim() });

/** Gives a snapshot a name and a note. */
export function SnapshotLabelsDialog({ snapshot, onClose }: SnapshotLabelsDialogProps) {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const { mutate, isError, isPending } = useLabelSnapshot();
  const { register, handleSubmit } = useForm({
    resolver: zodResolver(labelsSchema),
    defaultValues: { name: snapshot.name ?? '', note: snapshot.note ?? '' },
  });
  const save = handleSubmit(({ name, note }) => {
    const labels = { name: name === '' ? null : name, note: note === '' ? null : note };
    mutate({ cacheKey: snapshot.cacheKey, ...labels }, { onSuccess: onClose });
  });
  return (
    <Dialog title={t('label')} size="sm" onClose={onClose}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          void save(event);
        }}
      >
        <TextInput
          label={t('name')}
          maxLength={MAX_NAME_LENGTH}
          data-autofocus
          autoComplete="off"
          {...register('name')}
        />
        <Textarea label={t('note')} maxLength={MAX_NOTE_LENGTH} rows={4} {...register('note')} />
        {isError && (
          <p role="alert" className={classes['problem']}>
            {t('notStored')}
          </p>
        )}
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
