import type { HighlightColour } from '@/lib/grid/grid-model';
import '@/lib/grid/highlight-colours.css';
import classes from './highlight-sign.module.css';

/** The sign of a highlight, on the fill color of its cells. */
export function HighlightSign({ colour }: { readonly colour: HighlightColour }) {
  return (
    <span className={classes['fill']} data-highlight={colour} aria-hidden="true">
      <span className={classes['sign']} />
    </span>
  );
}
