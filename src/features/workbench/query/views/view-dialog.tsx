import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from '../../model/saved-view';
import classes from './view-dialog.module.css';

export interface ViewDialogProps {
  readonly kind: 'save-as' | 'rename';
  /** Null for a new view. */
  readonly initial: SavedView | null;
  /** Of the other views of the price column. */
  readonly takenNames: readonly string[];
  readonly onClose: () => void;
  readonly onSubmit: (name: string, settings: Pick<SavedView, 'isDefault' | 'runsOnOpen'>) => void;
}

/** Names a view, new or old. */
export function ViewDialog({ kind, initial, takenNames, onClose, onSubmit }: ViewDialogProps) {
  const t = useTranslations('views');
  const tCommon = useTranslations('common');
  const [name, setName] = useState(initial?.name ?? '');
  const [isDefault, setDefault] = useState(false);
  const [runsOnOpen, setRunsOnOpen] = useState(false);
  const [isAttempted, setAttempted] = useState(false);
  const trimmed = name.trim();
  const isTaken = takenNames.some((taken) => taken.toLowerCase() === trimmed.toLowerCase());
  const problem = trimmed === '' ? t('nameMissing') : isTaken ? t('nameTaken') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (problem === null) onSubmit(trimmed, { isDefault, runsOnOpen });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(kind === 'rename' ? 'renameTitle' : 'saveAsTitle')}
      size="sm"
      closeButtonProps={{ 'aria-label': tCommon('close') }}
    >
      <form className={classes['form']} onSubmit={submit}>
        <TextInput
          label={t('name')}
          value={name}
          maxLength={MAX_VIEW_NAME_LENGTH}
          data-autofocus
          autoComplete="off"
          error={isAttempted || isTaken ? (problem ?? undefined) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        {kind === 'save-as' && (
          <>
            <Checkbox
              label={t('makeDefault')}
              checked={isDefault}
              onChange={(event) => {
                setDefault(event.currentTarget.checked);
              }}
            />
            <Checkbox
              label={t('runOnOpen')}
              checked={runsOnOpen}
              onChange={(event) => {
                setRunsOnOpen(event.currentTarget.checked);
              }}
            />
          </>
        )}
        <div className={classes['actions']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t(kind === 'rename' ? 'renameSubmit' : 'save')}</Button>
        </div>
      </form>
    </Modal>
  );
}
