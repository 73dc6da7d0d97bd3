import { useFormats } from '@/ui/formats/format-settings-context';
import classes from './file-progress.module.css';

/** A progress bar for reading a file. `share`: the share that was read, from 0 to 1; null if it is unknown. */
export function FileProgress({ label, share }: { readonly label: string; readonly share: number | null }) {
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
