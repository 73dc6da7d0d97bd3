import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

type OwnButtonProps = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label'>;

export interface IconButtonProps
  extends OwnButtonProps, Pick<ActionIconProps, 'size' | 'disabled' | 'className'> {
  readonly label: string;
  /** The tooltip; by default the name. Set where it adds the keyboard shortcut. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** An icon button with its name as tooltip. */
export function IconButton({ label, hint = label, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
