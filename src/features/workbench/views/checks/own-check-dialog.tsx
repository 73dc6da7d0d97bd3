import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import classes from './checks.module.css';
import { CHECK_IDS } from '@/analysis/checks/check-definition';
import { MAX_CHECK_MEANING_LENGTH, MAX_CHECK_NAME_LENGTH, type OwnCheck } from '@/analysis/checks/own-checks';

export type OwnCheckTexts = Pick<OwnCheck, 'name' | 'means'>;

export interface OwnCheckDialogProps {
  readonly kind: 'save' | 'rename';
  readonly initial: OwnCheckTexts;
  /** A description of the rows that the check finds. */
  readonly words: string;
  /** The names of the user's other checks. */
  readonly takenNames: readonly string[];
  /** Whether storing the check in the browser has failed. */
  readonly hasFailed: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (texts: OwnCheckTexts) => void;
}

/** Asks for the name of a check and for the sentence that explains its findings. */
export function OwnCheckDialog(props: OwnCheckDialogProps) {
  const { kind, initial, words, takenNames, hasFailed, onClose, onSubmit } = props;
  const t = useTranslations('checks');
  const names = [...takenNames, ...CHECK_IDS.map((id) => t(`checks.${id}.name`))];
  const { register, handleSubmit, formState } = useForm<OwnCheckTexts>({
    resolver: zodResolver(textsSchema(names)),
    defaultValues: initial,
    mode: 'onChange',
  });
  const { errors, isSubmitted } = formState;
  const nameProblem = errors.name?.message;
  // A duplicate name is reported while the user types, but a missing name only on submit.
  const isNameProblemShown = nameProblem === 'nameTaken' || (nameProblem === 'nameMissing' && isSubmitted);
  return (
    <Dialog title={t(`own.${kind}.title`)} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          void handleSubmit(onSubmit)(event);
        }}
      >
        <Stack gap={14}>
          <Text size="xs" c="dimmed" className={classes['words']}>
            {t('own.finds', { words })}
          </Text>
          <TextInput
            label={t('own.name')}
            required
            maxLength={MAX_CHECK_NAME_LENGTH}
            data-autofocus
            autoComplete="off"
            error={isNameProblemShown ? t(`own.${nameProblem}`) : undefined}
            {...register('name')}
          />
          <Textarea
            label={t('own.means')}
            description={t('own.meansHint')}
            required
            rows={3}
            maxLength={MAX_CHECK_MEANING_LENGTH}
            error={errors.means !== undefined && isSubmitted ? t('own.meansMissing') : undefined}
            {...register('means')}
          />
          {hasFailed && (
            <Text role="alert" size="xs" c="var(--cn-danger)">
              {t('own.notStored')}
            </Text>
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t(`own.${kind}.submit`)}</Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Validates the texts of a check. The messages of the schema are keys of the message catalog. */
function textsSchema(takenNames: readonly string[]) {
  const taken = new Set(takenNames.map((name) => name.toLowerCase()));
  return z.object({
    name: z
      .string()
      .trim()
      .min(1, 'nameMissing')
      .refine((name) => !taken.has(name.toLowerCase()), 'nameTaken'),
    means: z.string().trim().min(1, 'meansMissing'),
  });
}
