import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { Dialog, DialogActions } from '@/ui/components/dialog';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from '../model/saved-view';

export interface ViewDialogProps {
  readonly kind: 'save-as' | 'rename';
  /** The view to rename; null for a new one. */
  readonly initial: SavedView | null;
  /** Names of the other views of the price column. */
  readonly takenNames: readonly string[];
  readonly onClose: () => void;
  readonly onSubmit: (name: string, settings: ViewSettings) => void;
}

export type ViewSettings = Pick<SavedView, 'isDefault' | 'runsOnOpen'>;

/** Asks for the name of a view and, for a new view, its settings. */
export function ViewDialog({ kind, initial, takenNames, onClose, onSubmit }: ViewDialogProps) {
  const t = useTranslations('views');
  const { register, handleSubmit, formState } = useForm<ViewValues>({
    resolver: zodResolver(viewSchema(takenNames)),
    defaultValues: { name: initial?.name ?? '', isDefault: false, runsOnOpen: false },
    mode: 'onChange',
    shouldFocusError: false,
  });
  const problem = formState.errors.name?.message;
  // A duplicate name is reported while typing, a missing name only on submit.
  const isProblemShown = problem === 'nameTaken' || (problem === 'nameMissing' && formState.isSubmitted);
  return (
    <Dialog title={t(kind === 'rename' ? 'renameTitle' : 'saveAsTitle')} size="sm" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          void handleSubmit(({ name, ...settings }) => {
            onSubmit(name, settings);
          })(event);
        }}
      >
        <Stack gap={14}>
          <TextInput
            label={t('name')}
            required
            maxLength={MAX_VIEW_NAME_LENGTH}
            data-autofocus
            autoComplete="off"
            error={isProblemShown ? t(problem) : undefined}
            {...register('name')}
          />
          {kind === 'save-as' && (
            <>
              <Checkbox label={t('makeDefault')} {...register('isDefault')} />
              <Checkbox label={t('runOnOpen')} {...register('runsOnOpen')} />
            </>
          )}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t(kind === 'rename' ? 'renameSubmit' : 'save')}</Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Creates the schema of the form. Its error messages are keys of the message catalogue. */
function viewSchema(takenNames: readonly string[]) {
  const taken = new Set(takenNames.map((name) => name.toLowerCase()));
  return z.object({
    name: z
      .string()
      .trim()
      .min(1, 'nameMissing')
      .refine((name) => !taken.has(name.toLowerCase()), 'nameTaken'),
    isDefault: z.boolean(),
    runsOnOpen: z.boolean(),
  });
}

type ViewValues = z.output<ReturnType<typeof viewSchema>>;
