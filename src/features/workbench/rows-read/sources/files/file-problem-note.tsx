import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '@/ui/formats/use-words';
import classes from './file-dialog.module.css';
import type { FileProblem } from '@/analysis/source-files/file-outline';
import { fileProblemText } from '@/analysis/source-files/problem-text';

export interface FileProblemNoteProps {
  readonly problem: FileProblem;
  readonly name: string;
  /** Buttons that help to solve the problem. */
  readonly children?: ReactNode;
}

/** A message in the dialog that explains why a file cannot be used, and what to do. */
export function FileProblemNote({ problem, name, children }: FileProblemNoteProps) {
  const { title, text } = fileProblemText(useWords(), problem, name);
  return (
    <Group
      role="alert"
      gap={10}
      align="flex-start"
      wrap="nowrap"
      px={12}
      py={10}
      className={classes['problem'] ?? ''}
    >
      <IconAlertTriangle size={20} aria-hidden="true" />
      <div>
        <Text inherit fw={650}>
          {title}
        </Text>
        <Text inherit>{text}</Text>
        {children}
      </div>
    </Group>
  );
}
