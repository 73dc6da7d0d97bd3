import { useFormats } from '@/ui/formats/format-settings-context';
import classes from './file-progress.module.css';

export interface FileProgressProps {
  readonly label: string;
  /** From 0 to 1; null where it is not known. */
  readonly share: number | null;
}

/** A bar that shows how much of a file was read. */
export function FileProgress({ label, share }: FileProgressProps) {
  const { formatPercent } = useFormats();
  const percent = share === null ? null : Math.floor(Math.min(1, share) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(percent !== null && { 'aria-valuenow': percent, 'aria-valuetext': formatPercent(percent / 100) })}
      className={classes['track']}
    >
      <div
        className={classes['done']}
        data-unknown={percent === null || undefined}
        {...(percent !== null && { style: { width: `${percent}%` } })}
      />
    </div>
  );
}
