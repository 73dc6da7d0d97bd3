import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useByteText } from '@/ui/formats/use-byte-text';
import { useWorkbenchActions } from '../../controller/use-workbench';
import classes from './size-choice.module.css';
import { pageSizesFor, planReading } from '@/analysis/reading/reading-plan';
import type { Reading } from './use-reading';

export interface SizeChoiceProps {
  readonly reading: Reading;
  /** Whether the view can use a sample of the rows; true by default. */
  readonly hasSample?: boolean;
}

/** Asks the user how many rows of a large snapshot to read, and shows the estimated time and memory. */
export function SizeChoice({ reading, hasSample = true }: SizeChoiceProps) {
  const t = useTranslations('analysis');
  const { formatInteger, formatDuration } = useFormats();
  const byteText = useByteText();
  const { focusQuery } = useWorkbenchActions();
  const { store, state, foreseeRows, budgetBytes, bytesBefore } = reading;
  const { snapshotRows } = state;
  const all = foreseeRows(snapshotRows);
  const bytes = bytesBefore + all.bytes;
  const isTooLarge = bytes > budgetBytes;
  const sample = planReading('sample', snapshotRows, pageSizesFor('sample', snapshotRows)[0] ?? 1);
  return (
    <div className={classes['choice']}>
      <h2>{t(hasSample ? 'choice.title' : 'choice.titleAll', { rows: formatInteger(snapshotRows) })}</h2>
      <p>{t('choice.text')}</p>
      <ul>
        {hasSample && (
          <Option
            label={t('choice.readSample')}
            text={t('choice.readSampleText', {
              rows: formatInteger(sample.rowCount),
              places: formatInteger(sample.pages.length),
              time: formatDuration(foreseeRows(sample.rowCount).ms),
            })}
            onChoose={() => store.start('sample')}
          />
        )}
        <Option
          label={t('choice.readAll')}
          text={
            isTooLarge
              ? t('choice.readAllTooLarge', { size: byteText(bytes), budget: byteText(budgetBytes) })
              : t('choice.readAllText', { time: formatDuration(all.ms), size: byteText(all.bytes) })
          }
          isRefused={isTooLarge}
          onChoose={() => store.start('all')}
        />
        <Option label={t('choice.narrow')} text={t('choice.narrowText')} onChoose={focusQuery} />
      </ul>
    </div>
  );
}

interface OptionProps {
  readonly label: string;
  readonly text: ReactNode;
  readonly isRefused?: boolean;
  readonly onChoose: () => void;
}

function Option({ label, text, isRefused = false, onChoose }: OptionProps) {
  const textId = useId();
  return (
    <li>
      <Button
        variant="default"
        aria-describedby={textId}
        // `aria-disabled` replaces `disabled`, so that screen readers can reach the button and read the reason.
        {...(isRefused && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => {
          if (!isRefused) onChoose();
        }}
      >
        {label}
      </Button>
      <p id={textId}>{text}</p>
    </li>
  );
}
