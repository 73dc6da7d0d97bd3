import classes from './point-menu.module.css';

/** The key that does the same, at the end of a menu's line. */
export function Shortcut({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className={classes['shortcut']}>
      {keys}
    </span>
  );
}
