import { Group, type GroupProps } from '@mantine/core';
import classes from './item.module.css';

/** The legend of a chart. */
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

/** An entry of the legend: a symbol and its meaning. */
export function Sign(props: GroupProps) {
  return <Group component="li" gap={6} wrap="nowrap" {...props} />;
}
