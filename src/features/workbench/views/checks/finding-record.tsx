import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { RowValues } from '../../rows-read/rows/row-values';
import type { DismissedFinding } from '../../rows-read/checks/checks-records';
import classes from './checks.module.css';
import type { FindingColumns } from '@/analysis/checks/finding-cells';
import type { Finding, FindingRow } from '@/analysis/checks/finding-rows';
import type { AnyCheckId } from '@/analysis/checks/own-checks';

export interface FindingActions {
  readonly nameOf: (check: AnyCheckId) => string;
  readonly textOf: (finding: Finding) => string;
  /** Whether findings can be dismissed. The rows need a key that identifies a finding in another run. */
  readonly canDismiss: boolean;
  readonly dismissalOf: (row: FindingRow, finding: Finding) => DismissedFinding | null;
  readonly dismiss: (row: FindingRow, finding: Finding, note: string) => void;
  readonly restore: (row: FindingRow, finding: Finding) => void;
}

export interface FindingRecordProps {
  readonly row: FindingRow;
  readonly columns: FindingColumns;
  readonly actions: FindingActions;
}

/** Shows one row with all its findings. */
export function FindingRecord({ row, columns, actions }: FindingRecordProps) {
  const t = useTranslations('checks.record');
  return (
    <>
      <ul aria-label={t('findings')} className={classes['recordFindings']}>
        {row.findings.map((finding) => (
          <FindingItem key={finding.check} row={row} finding={finding} actions={actions} />
        ))}
      </ul>
      {!actions.canDismiss && (
        <Text size="xs" c="dimmed">
          {t('noKey')}
        </Text>
      )}
      <RowValues values={columns.recordOf(row)} />
    </>
  );
}

interface FindingItemProps extends Pick<FindingRecordProps, 'actions'> {
  readonly row: FindingRow;
  readonly finding: Finding;
}

function FindingItem({ row, finding, actions }: FindingItemProps) {
  const t = useTranslations('checks');
  const { formatDateTime } = useFormats();
  const [note, setNote] = useState('');
  const nameId = useId();
  const name = actions.nameOf(finding.check);
  const text = actions.textOf(finding);
  const dismissal = finding.isDismissed ? actions.dismissalOf(row, finding) : null;
  return (
    <Stack
      component="li"
      gap={4}
      align="flex-start"
      py={8}
      fz="sm"
      className={classes['recordFinding'] ?? ''}
    >
      <strong id={nameId}>{name}</strong>
      {text !== name && <span>{text}</span>}
      {finding.isDismissed && (
        <>
          <Text span size="xs" c="dimmed">
            {dismissal !== null &&
              t(dismissal.note === '' ? 'record.dismissedOn' : 'record.dismissedNote', {
                date: formatDateTime(dismissal.atMs),
                note: dismissal.note,
              })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('record.restoreOf', { finding: text })}
            onClick={() => actions.restore(row, finding)}
          >
            {t('record.restore')}
          </Button>
        </>
      )}
      {!finding.isDismissed && actions.canDismiss && (
        <form
          aria-labelledby={nameId}
          onSubmit={(event) => {
            event.preventDefault();
            actions.dismiss(row, finding, note.trim());
          }}
        >
          <Group gap={8} mt={4} align="flex-end">
            <TextInput
              size="xs"
              label={t('record.note')}
              placeholder={t('record.notePlaceholder')}
              value={note}
              maxLength={MAX_NOTE_LENGTH}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Button
              type="submit"
              size="xs"
              variant="default"
              aria-label={t('record.dismissOf', { finding: text })}
            >
              {t('record.dismiss')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}

const MAX_NOTE_LENGTH = 500;
