import type { ReactNode, Ref } from 'react';
import classes from './screen.module.css';

/** A screen that is read from top to bottom, as wide as its lines can be read. One that fills the view is its own. */
export function Screen({ children }: { readonly children: ReactNode }) {
  return <div className={classes['screen']}>{children}</div>;
}

export interface ScreenHeaderProps {
  readonly title: string;
  /** What the screen is for, in one sentence. */
  readonly intro: string;
  /** For a screen that gives its heading the focus when what had it is gone. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** What stands at the end of the line: a search, menus. */
  readonly tools?: ReactNode;
}

/** The heading of a screen, the same in all its states. */
export function ScreenHeader({ title, intro, headingRef, tools }: ScreenHeaderProps) {
  return (
    <header className={classes['header']}>
      <div>
        <h1
          ref={headingRef}
          tabIndex={headingRef === undefined ? undefined : -1}
          className={classes['title']}
        >
          {title}
        </h1>
        <p className={classes['intro']}>{intro}</p>
      </div>
      {tools !== undefined && <div className={classes['tools']}>{tools}</div>}
    </header>
  );
}
