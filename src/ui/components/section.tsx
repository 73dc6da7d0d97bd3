import { Title, type TitleProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

export interface SectionProps extends Omit<TitleProps, 'title' | 'className' | 'children'> {
  readonly title: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a screen or a dialog with its own heading. Further props are passed to the heading. */
export function Section({ title, className, children, ...heading }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Title id={id} {...heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}
