import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import { CalculationFailure, type CalculationFailureProps } from './calculation-failure';

test.each<[CalculationFailureProps['of'], EngineFailure | null, string, string]>([
  ['changes', null, 'The comparison failed', 'This is an error in this console.'],
  ['changes', { kind: 'out-of-memory' }, 'The comparison failed', 'Both sides together do not fit'],
  ['checks', { kind: 'too-large' }, 'The checks could not be run', 'The calculation took too long'],
  ['checks.findings', null, 'The findings could not be opened', 'They are still there.'],
  ['pivot', { kind: 'out-of-range' }, 'The pivot could not be computed', 'A figure has more than 38 digits'],
  ['sources.file', null, 'The comparison failed', 'The rows of the file could not be loaded.'],
  ['subset', null, 'The rows could not be found', 'All rows and their export still work.'],
  // This view has no advice for this failure, so the general text is shown.
  ['subset', { kind: 'out-of-range' }, 'The rows could not be found', 'The calculation has failed.'],
])('%s after %o: says what failed and why, and can be tried again', async (of, failure, title, text) => {
  const onRetry = vi.fn<() => void>();
  const beside = <CalculationFailure of={of} failure={failure} onRetry={onRetry} />;
  const { user } = renderBuilder({ hasBuilder: false, beside });
  expect(screen.getByRole('alert')).toHaveTextContent(title);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
