import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BrokenConfig } from './app';

test('a build without the demo says that it has none, and what to do', async () => {
  render(<BrokenConfig problems={[{ key: 'demo', kind: 'no-demo', expected: null }]} />);
  expect(
    await screen.findByText(
      'This build of the console has no demo. Leave the key out, or install the build that has one.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'demo' })).toBeVisible();
});
