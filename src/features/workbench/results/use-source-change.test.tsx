import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WorkbenchProvider, type Workbench } from '../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useSourceChange } from './use-source-change';

test('a change is told until rows that have it are on screen', () => {
  const workbench = { views: [], store: { actions: {} } } as unknown as Workbench;
  const change = { cacheKey: 'changed', createdAtMs: 2, changedAtMs: 20, postpone: () => undefined };
  const { result, rerender } = renderHook(
    ({ createdAtMs }) =>
      useSourceChange(change, { snapshot: { createdAtMs } } as OpenSnapshot, () => expect.unreachable()),
    {
      initialProps: { createdAtMs: 1 },
      wrapper: ({ children }) => <WorkbenchProvider value={workbench}>{children}</WorkbenchProvider>,
    },
  );
  expect(result.current.notice.changedAtMs).toBe(20);
  for (const createdAtMs of [2, 3]) {
    rerender({ createdAtMs });
    expect(result.current.notice.changedAtMs).toBeNull();
  }
});
