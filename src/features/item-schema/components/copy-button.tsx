import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCopy } from './copy-context';
import classes from './copy-button.module.css';

export interface CopyButtonProps {
  /** What the button is called, for instance "Copy Number". */
  readonly label: string;
  readonly text: string;
  /** Names what was copied in the sentence that tells of it. */
  readonly what: string;
  readonly tabIndex?: number;
  /** Words beside the icon; without them the label is a tooltip. */
  readonly caption?: string;
}

const DONE_FOR_MS = 1500;

/** One press copies; the icon says so for a moment. */
export function CopyButton({ label, text, what, tabIndex = 0, caption }: CopyButtonProps) {
  const copy = useCopy();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setIsDone(false), DONE_FOR_MS);
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
        // In a row, a press anywhere else opens its details.
        event.stopPropagation();
        void copy(text, what).then(setIsDone);
      }}
    >
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      {caption !== undefined && <span>{caption}</span>}
    </button>
  );
}
