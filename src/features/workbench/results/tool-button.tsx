import { Button, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './results-toolbar.module.css';

type OwnButtonProps = Pick<
  ComponentPropsWithRef<'button'>,
  'id' | 'ref' | 'onClick' | 'aria-disabled' | 'aria-expanded' | 'aria-haspopup' | 'aria-keyshortcuts'
>;

export interface ToolButtonProps extends OwnButtonProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** In a narrow toolbar: stays, where others go into its menu, or yields before them. */
  readonly whenNarrow?: 'stays' | 'yields';
  /** The accessible name, which contains the label; by default the label. */
  readonly name?: string;
  /** The tooltip: more than the label says, or its keyboard shortcut. */
  readonly hint: string;
}

/** A tool of the toolbar. */
export function ToolButton({ icon, label, whenNarrow, name = label, hint, ...rest }: ToolButtonProps) {
  return (
    <Tooltip label={hint}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={icon}
        aria-label={name}
        data-tool={whenNarrow ?? ''}
        {...rest}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

export interface TraceButtonProps extends OwnButtonProps {
  readonly label: string;
  /** The name of the action; also the tooltip. */
  readonly action: string;
}

/** Says what was done to the columns, and changes it when pressed. */
export function TraceButton({ label, action, ...rest }: TraceButtonProps) {
  return (
    <Tooltip label={action}>
      <Button
        className={classes['trace'] ?? ''}
        variant="default"
        size="compact-xs"
        aria-label={`${label}: ${action}`}
        {...rest}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
