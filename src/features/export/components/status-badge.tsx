import { Group } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export interface StatusBadgeProps {
  /** `neutral` means that the export is proven neither unchanged nor changed. */
  readonly tone: 'good' | 'neutral' | 'bad';
  /** The role of a live region; absent if the status is announced elsewhere. */
  readonly role?: 'status' | 'alert';
  readonly title: string;
  /** The explanation, as paragraphs. */
  readonly children: ReactNode;
}

const ICONS = { good: IconShieldCheck, neutral: IconShieldQuestion, bad: IconShieldX };

/** Shows whether an export is unchanged: a short title and an explanation. */
export function StatusBadge({ tone, role, title, children }: StatusBadgeProps) {
  const Icon = ICONS[tone];
  return (
    <Group
      gap={10}
      align="flex-start"
      wrap="nowrap"
      className={classes['badge'] ?? ''}
      data-tone={tone}
      role={role}
    >
      <Icon size={22} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </Group>
  );
}
