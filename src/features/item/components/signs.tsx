import { Group, type GroupProps } from '@mantine/core';
import classes from './item.module.css';

/** What the signs of a picture stand for. */
export function Signs(props: GroupProps) {
  return (
    <Group
      component="ul"
      gap="2px 16px"
      align="stretch"
      m={0}
      p={0}
      fz="xs"
      c="dimmed"
      className={classes['signs'] ?? ''}
      {...props}
    />
  );
}

/** A sign, and what it stands for. */
export function Sign(props: GroupProps) {
  return <Group component="li" gap={6} wrap="nowrap" {...props} />;
}
