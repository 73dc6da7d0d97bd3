import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

type OwnButtonProps = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'aria-label'>;

export interface IconButtonProps extends OwnButtonProps, Pick<ActionIconProps, 'size' | 'disabled'> {
  /** Its name. */
  readonly label: string;
  /** What the pointer is told; default: the name. For one that adds the keys. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A button that shows only an icon, and says its name to the pointer as well. */
export function IconButton({ label, hint = label, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
