import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDraft } from './use-draft';

function renderDraft(first: number, kept: string | null = null) {
  return renderHook(
    ({ value }) =>
      useDraft(value, {
        draftOf: String,
        valueOf: (text) => (/^\d+$/.test(text) ? Number(text) : null),
        kept,
      }),
    { initialProps: { value: first } },
  );
}

test('a draft of the new value stays as typed, and a value from elsewhere replaces the draft', () => {
  const { result, rerender } = renderDraft(1);
  const expectDraft = (text: string) => expect(result.current[0]).toBe(text);
  expectDraft('1');
  act(() => result.current[1]('007'));
  expectDraft('007');
  // The owner of the value has applied the draft.
  rerender({ value: 7 });
  expectDraft('007');
  // The user undoes the change, then redoes it.
  rerender({ value: 1 });
  expectDraft('1');
  rerender({ value: 7 });
  expectDraft('7');
});

test('a draft that stands for no value stays until the value changes elsewhere', () => {
  const { result, rerender } = renderDraft(1, '1x');
  rerender({ value: 1 });
  expect(result.current[0]).toBe('1x');
  rerender({ value: 2 });
  expect(result.current[0]).toBe('2');
});
