import type { ReactNode, Ref } from 'react';
import classes from './screen.module.css';

/** A screen that scrolls as a whole and limits the length of its lines. Screens that fill the viewport do not use it. */
export function Screen({ children }: { readonly children: ReactNode }) {
  return <div className={classes['screen']}>{children}</div>;
}

export interface ScreenHeaderProps {
  readonly title: string;
  /** The purpose of the screen, in one sentence. */
  readonly intro: string;
  /** Makes the heading focusable, for a screen that focuses it when the focused element is removed. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** Controls at the end of the line, such as a search or menus. */
  readonly tools?: ReactNode;
}

/** The heading of a screen. It is the same while the screen is loading, failed, empty or full. */
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
