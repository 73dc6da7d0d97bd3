import { Group, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './item.module.css';

export const PICTURE_IDS = { validity: 'item-validity', values: 'item-values' };

/** Returns the ID of the heading of a price column's section. */
export function sectionId(priceColumn: string): string {
  return `item-of-${priceColumn}`;
}

export interface SectionHeadingProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** The heading of a part of the page. The links in `SectionLinks` move the focus to it. */
export function SectionHeading({ id, children }: SectionHeadingProps) {
  return (
    <Title order={2} id={id} tabIndex={-1} className={classes['heading'] ?? ''}>
      {children}
    </Title>
  );
}

export interface SectionLinksProps {
  /** The parts of the page, in their order. Each has the ID of its heading. */
  readonly parts: readonly { readonly id: string; readonly name: string }[];
}

/** Links to the parts of a long page. */
export function SectionLinks({ parts }: SectionLinksProps) {
  const t = useTranslations('item');
  return (
    <Group
      component="nav"
      aria-label={t('onThisPage')}
      gap="2px 16px"
      mb={20}
      className={classes['links'] ?? ''}
    >
      {parts.map(({ id, name }) => (
        <UnstyledButton
          key={id}
          className={classes['open'] ?? ''}
          onClick={() => {
            const heading = document.getElementById(id);
            heading?.scrollIntoView();
            heading?.focus({ preventScroll: true });
          }}
        >
          {name}
        </UnstyledButton>
      ))}
    </Group>
  );
}
