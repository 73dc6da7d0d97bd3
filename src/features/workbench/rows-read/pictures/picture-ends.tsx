import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './pictures.module.css';

/** What stands at the ends of a picture's scale, below it; read out with the picture's parts instead. */
export function PictureEnds({ ends }: { readonly ends: readonly ReactNode[] }) {
  return (
    <Group
      gap={8}
      justify="space-between"
      align="stretch"
      wrap="nowrap"
      className={classes['ends'] ?? ''}
      aria-hidden="true"
    >
      {ends.map((end, index) => (
        <span key={index}>{end}</span>
      ))}
    </Group>
  );
}
