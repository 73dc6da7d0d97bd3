import { Button, Group, Popover, Stack, type GroupProps } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import classes from './notes.module.css';

export interface Note {
  readonly text: string;
  readonly isWarning: boolean;
  readonly action?: ReactNode;
}

export interface NotesProps {
  readonly notes: readonly Note[];
}

/** Shows a single note as a line, and several as a button that opens a list, to leave room for the content of the screen. */
export function Notes({ notes }: NotesProps) {
  const t = useTranslations('analysis');
  const { formatInteger } = useFormats();
  const [first, ...others] = notes;
  if (first === undefined) return null;
  if (others.length === 0) {
    return (
      <NoteLine>
        <NoteContent note={first} />
      </NoteLine>
    );
  }
  const title = t('notes', { count: notes.length, formatted: formatInteger(notes.length) });
  const Icon = notes.some(({ isWarning }) => isWarning) ? IconAlertTriangle : IconInfoCircle;
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          className={classes['button'] ?? ''}
          variant="default"
          size="compact-sm"
          leftSection={<Icon size={14} />}
        >
          {title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} tabIndex={-1} data-autofocus>
        <Stack component="ul" gap={8} m={0} p={0} className={classes['list'] ?? ''}>
          {notes.map((note) => (
            <NoteLine key={note.text} component="li">
              <NoteContent note={note} />
            </NoteLine>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoteLine(props: GroupProps & { readonly component?: 'li' }) {
  return <Group gap={8} align="flex-start" wrap="nowrap" fz="xs" c="dimmed" {...props} />;
}

function NoteContent({ note: { text, isWarning, action } }: { readonly note: Note }) {
  const Icon = isWarning ? IconAlertTriangle : IconInfoCircle;
  return (
    <>
      <Icon size={14} aria-hidden="true" className={classes['icon']} data-warning={isWarning || undefined} />
      <Group component="span" gap="4px 8px" miw={0} className={classes['content'] ?? ''}>
        {text}
        {action}
      </Group>
    </>
  );
}
