import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOwnAddress } from './use-own-address';

function follow(cacheKey: string | undefined) {
  const navigate = vi.fn();
  const onElsewhere = vi.fn();
  const { result, rerender } = renderHook((address) => useOwnAddress(address, navigate, onElsewhere), {
    initialProps: { cacheKey },
  });
  const arriveAt = (next: string | undefined) => rerender({ cacheKey: next });
  return { go: (to: { cacheKey?: string }) => result.current(to), navigate, onElsewhere, arriveAt };
}

it('tells where somebody went to another snapshot, and not where it led there itself', () => {
  const { go, navigate, onElsewhere, arriveAt } = follow(undefined);
  go({ cacheKey: 'taken' });
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ cacheKey: 'taken' }, undefined);
  // Before the address has followed.
  arriveAt(undefined);
  arriveAt('taken');
  go({});
  arriveAt(undefined);
  expect(onElsewhere).not.toHaveBeenCalled();
  // Back, and forward again.
  arriveAt('taken');
  arriveAt(undefined);
  arriveAt('other');
  expect(onElsewhere).toHaveBeenCalledTimes(3);
});
