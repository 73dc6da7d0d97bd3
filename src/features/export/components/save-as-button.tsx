import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasSavePicker, saveFilesAs } from '@/lib/sealed-files/save-files';
import type { ExportedFile } from '../worker/file-writer';
import classes from './export-item.module.css';

type Outcome = Awaited<ReturnType<typeof saveFilesAs>> | 'saving';

/** Saves a complete export to a place that the user chooses. Renders nothing in browsers without a file picker. */
export function SaveAsButton({ files }: { readonly files: readonly ExportedFile[] }) {
  const t = useTranslations('export');
  const [outcome, setOutcome] = useState<Outcome>('not-chosen');
  if (!hasSavePicker(files)) return null;
  const isSaving = outcome === 'saving';
  const save = async () => {
    setOutcome('saving');
    setOutcome(await saveFilesAs(files));
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        // The attribute `disabled` is not used, because the button would lose the focus.
        aria-disabled={isSaving}
        data-disabled={isSaving}
        onClick={() => {
          if (!isSaving) void save();
        }}
      >
        {t(files.length > 1 ? 'saveToFolder' : 'saveAs')}
      </Button>
      {outcome === 'saved' && (
        <span role="status" className={classes['saved']}>
          {t('saved')}
        </span>
      )}
      {outcome === 'failed' && (
        <p role="alert" className={classes['saveFailed']}>
          {t('saveFailed')}
        </p>
      )}
    </>
  );
}
