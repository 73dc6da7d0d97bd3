import { expect, test } from 'vitest';
import { findStyleProblems } from './check-styles.mjs';

test.each([
  ['.shown { color: red; }', []],
  ['.other { color: red; } .shown { color: red; }', ['src/a.module.css: nothing uses the class other']],
  [
    '.shownElsewhere { color: red; }',
    ['src/a.tsx: a.module.css has no class shown', 'src/a.module.css: nothing uses the class shownElsewhere'],
  ],
])('a class that is used has a rule, and a rule its user: %s', (css, problems) => {
  const component = "import classes from './a.module.css';\nuse(classes['shown']);";
  const files = new Map([
    ['src/a.tsx', component],
    ['src/a.module.css', css],
  ]);
  expect(findStyleProblems(files)).toEqual(problems);
});
