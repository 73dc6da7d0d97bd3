import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

export interface RuleButtonProps {
  readonly id?: string;
  readonly label: string;
  /** Cannot be pressed, but keeps the focus: a rule that arrived at the top must not drop the person to the page. */
  readonly isUnavailable?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** An icon beside a rule. */
export function RuleButton({ id, label, isUnavailable = false, onClick, children }: RuleButtonProps) {
  return (
    <ActionIcon
      {...(id !== undefined && { id })}
      variant="subtle"
      color="gray"
      size={26}
      aria-label={label}
      {...(isUnavailable && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (!isUnavailable) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}
