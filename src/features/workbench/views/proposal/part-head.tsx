import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PartHeadProps {
  readonly titleId: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The heading of a part of the results. Its children are at the end of the line. */
export function PartHead({ titleId, title, children }: PartHeadProps) {
  return (
    <Group gap="4px 12px" justify="space-between" mb={4}>
      <Title order={2} id={titleId} size="sm">
        {title}
      </Title>
      {children}
    </Group>
  );
}
