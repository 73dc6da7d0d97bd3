import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import { CoverageBar } from './coverage-bar';
import { initialReading, type ReadingState } from '@/analysis/reading/reading-state';
import type { Reading } from './use-reading';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const BEGUN: ReadingState = { ...initialReading(1_000), status: 'reading', kind: 'all', plannedRows: 1_000 };

async function renderReading(): Promise<(changes: Partial<ReadingState>) => void> {
  let show: (changes: Partial<ReadingState>) => void = () => undefined;
  function Bar() {
    const [state, setState] = useState(BEGUN);
    useEffect(() => {
      show = (changes) => act(() => setState({ ...BEGUN, ...changes }));
    }, []);
    return <CoverageBar reading={{ store: {}, state, mayReadAll: true } as unknown as Reading} />;
  }
  renderBuilder({ beside: <Bar /> });
  await screen.findByRole('status', { name: 'Coverage' });
  return (changes) => show(changes);
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

const announced = () =>
  [...document.querySelectorAll('[aria-live="polite"]')].flatMap((region) =>
    [...region.children].map(({ textContent }) => textContent).filter((text) => text.includes('1,000')),
  );

test('a reading that is over within a second is announced by its end alone', async () => {
  const show = await renderReading();
  pass(900);
  expect(announced()).toEqual([]);
  show({ status: 'done', readCount: 1_000 });
  pass(5_000);
  expect(announced()).toEqual(['All 1,000 rows of the snapshot']);
});

test('a longer one is announced once while it goes on, and once at its end', async () => {
  const show = await renderReading();
  show({ readCount: 200 });
  pass(1_000);
  show({ readCount: 400 });
  expect(announced()).toEqual(['200 of 1,000 rows read so far']);
  show({ status: 'done', readCount: 1_000 });
  expect(announced()).toEqual(['All 1,000 rows of the snapshot']);
});
