import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

export interface NoteProps {
  readonly role?: 'alert';
  readonly children: ReactNode;
}

/** A line of text in the report. */
export function Note({ role, children }: NoteProps) {
  return (
    <Box component="p" role={role} m={0} p="6px 12px 10px" fz="sm" c="dimmed">
      {children}
    </Box>
  );
}
