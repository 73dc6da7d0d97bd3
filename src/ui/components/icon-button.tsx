import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

type OwnButtonProps = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label'>;

export interface IconButtonProps
  extends OwnButtonProps, Pick<ActionIconProps, 'size' | 'disabled' | 'className'> {
  readonly label: string;
  /** The tooltip; by default the label. Set it to show a keyboard shortcut as well. */
  readonly hint?: string;
  readonly children: ReactNode;
}

export function IconButton({ label, hint = label, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
