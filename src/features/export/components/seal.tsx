import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './seal.module.css';

export interface SealProps {
  /** `neutral`: neither is proven. */
  readonly tone: 'good' | 'neutral' | 'bad';
  /** What assistive technology is told at once; none where it is told otherwise. */
  readonly role?: 'status' | 'alert';
  readonly title: string;
  /** Paragraphs. */
  readonly children: ReactNode;
}

const ICONS = { good: IconShieldCheck, neutral: IconShieldQuestion, bad: IconShieldX };

/** Whether an export is what it should be, in a word, and why. */
export function Seal({ tone, role, title, children }: SealProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classes['seal']} data-tone={tone} role={role}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
