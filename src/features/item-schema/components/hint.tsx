import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './hint.module.css';

export interface HintProps {
  readonly role?: 'status' | 'alert';
  readonly children: ReactNode;
}

/** A line of text above the table. */
export function Hint({ role, children }: HintProps) {
  return (
    <Text role={role} size="sm" c="dimmed" className={classes['hint']}>
      {children}
    </Text>
  );
}

export interface HintActionProps {
  readonly onClick: () => void;
  readonly children: string;
}

/** A button within the text of a hint. */
export function HintAction({ onClick, children }: HintActionProps) {
  return (
    <UnstyledButton className={classes['action']} fz="inherit" onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
