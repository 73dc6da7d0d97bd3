import { IconCheck, IconCopy } from '@tabler/icons-react';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/ui/components/copy-text';
import classes from './copy-button.module.css';

/** Copies `text` and shows a message that names it as `what`. Resolves to whether copying succeeded. */
export type Copy = (text: string, what: string) => Promise<boolean>;

/** Provides the copy function to all parts of the screen, so that results are reported in one place. */
export const CopyContext = createContext<Copy | null>(null);

export function useCopy(): Copy {
  const copy = use(CopyContext);
  if (copy === null) throw new Error('There is no CopyContext above this component.');
  return copy;
}

interface Feedback {
  readonly text: string;
  readonly isFailure: boolean;
}

const FEEDBACK_MS = 4000;

/** Returns the value for `CopyContext`, and the live region that reports results. */
export function useCopyFeedback(): {
  readonly copy: Copy;
  /** Shows the result of another action in the same place. */
  readonly notify: (text: string) => void;
  readonly feedback: ReactNode;
} {
  const t = useTranslations('itemSchema.copy');
  const [current, setCurrent] = useState<Feedback | null>(null);
  useEffect(() => {
    if (current === null) return undefined;
    const timer = setTimeout(() => setCurrent(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return {
    copy: async (text, what) => {
      const isDone = await copyText(text);
      setCurrent({ text: isDone ? t('done', { what }) : t('failed'), isFailure: !isDone });
      return isDone;
    },
    notify: (text) => setCurrent({ text, isFailure: false }),
    feedback: (
      <span aria-live="polite" className={classes['feedback']} data-failure={current?.isFailure || undefined}>
        {current?.text}
      </span>
    ),
  };
}

export interface CopyButtonProps {
  /** The button's accessible name, such as "Copy Number". */
  readonly label: string;
  readonly text: string;
  /** The name of the copied content in the message. */
  readonly what: string;
  readonly tabIndex?: number;
  /** Text beside the icon. If absent, the label is shown as a tooltip. */
  readonly caption?: string;
}

const DONE_ICON_MS = 1500;

/** A button that copies a text and then briefly shows a check mark. */
export function CopyButton({ label, text, what, tabIndex = 0, caption }: CopyButtonProps) {
  const copy = useCopy();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setIsDone(false), DONE_ICON_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const Icon = isDone ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes['button']}
      aria-label={label}
      title={caption === undefined ? label : undefined}
      tabIndex={tabIndex}
      data-done={isDone || undefined}
      onClick={(event) => {
        // The click must not reach the row, which would open its details.
        event.stopPropagation();
        void copy(text, what).then(setIsDone);
      }}
    >
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      {caption !== undefined && <span>{caption}</span>}
    </button>
  );
}
