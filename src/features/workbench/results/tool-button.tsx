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
  /** The priority in a narrow toolbar: `stays` never goes into the menu, `yields` goes before the others. */
  readonly whenNarrow?: 'stays' | 'yields';
  /** The accessible name, which contains the label; defaults to the label. */
  readonly name?: string;
  /** The tooltip, which says more than the label or names the keyboard shortcut. */
  readonly hint: string;
}

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

/** A button that shows a change of the columns, such as hidden columns. Pressing it acts on the change. */
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
