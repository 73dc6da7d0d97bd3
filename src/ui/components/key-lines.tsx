import '@mantine/core/styles/Kbd.css';
import { Group, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './key-lines.module.css';

export interface KeyLinesProps {
  readonly lines: readonly {
    readonly id: string;
    readonly name: string;
    readonly keys: ReactNode;
  }[];
}

/** A list of commands with their keyboard shortcuts. */
export function KeyLines({ lines }: KeyLinesProps) {
  return (
    <dl className={classes['list']}>
      {lines.map(({ id, name, keys }) => (
        <Group
          key={id}
          gap={16}
          align="baseline"
          justify="space-between"
          wrap="nowrap"
          className={classes['line'] ?? ''}
        >
          <dt>{name}</dt>
          <dd>{keys}</dd>
        </Group>
      ))}
    </dl>
  );
}

/** A key combination, with the names printed on the keys. */
export function Keystroke({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={classes['stroke']}>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}
