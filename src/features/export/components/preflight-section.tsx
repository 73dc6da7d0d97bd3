import classes from './export-dialog.module.css';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Preflight } from './use-preflight';

export interface PreflightSectionProps extends Pick<Preflight, 'summary' | 'notes'> {
  /** A button or link that belongs to the notes. */
  readonly children?: ReactNode;
}

/** The notes and warnings that a dialog shows before an export starts. */
export function PreflightSection({ summary, notes, children }: PreflightSectionProps) {
  const t = useTranslations('export');
  return (
    <section className={classes['preflight']} aria-label={t('before')}>
      <Text fw={600}>{summary}</Text>
      <ul className={classes['notes']}>
        {notes.map(({ text, isWarning }) => (
          <li key={text} data-warning={isWarning || undefined}>
            {isWarning ? (
              <IconAlertTriangle size={15} aria-hidden="true" />
            ) : (
              <IconInfoCircle size={15} aria-hidden="true" />
            )}
            {text}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
