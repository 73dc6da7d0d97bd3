import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/shared/ui/copy-text';
import type { Copy } from './copy-context';
import classes from './copy-feedback.module.css';

interface Feedback {
  readonly text: string;
  readonly isFailure: boolean;
}

const SHOWN_FOR_MS = 4000;

/** The way to copy, and the place on the screen that tells what came of it. */
export function useCopyFeedback(): {
  readonly copy: Copy;
  /** Tells of something that was done in another way. */
  readonly tell: (text: string) => void;
  readonly feedback: React.ReactNode;
} {
  const t = useTranslations('itemSchema.copy');
  const [current, setCurrent] = useState<Feedback | null>(null);
  useEffect(() => {
    if (current === null) return undefined;
    const timer = setTimeout(() => setCurrent(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return {
    copy: async (text, what) => {
      const isDone = await copyText(text);
      setCurrent({ text: isDone ? t('done', { what }) : t('failed'), isFailure: !isDone });
      return isDone;
    },
    tell: (text) => setCurrent({ text, isFailure: false }),
    feedback: (
      <span aria-live="polite" className={classes['feedback']} data-failure={current?.isFailure || undefined}>
        {current?.text}
      </span>
    ),
  };
}
