import { useState, type Dispatch, type SetStateAction } from 'react';

interface DraftOptions<Value, Draft> {
  readonly draftOf: (value: Value) => Draft;
  /** Returns the value that a draft represents; null if the draft is not a valid value. */
  readonly valueOf: (draft: Draft) => Value | null;
  /** An earlier draft to begin with, instead of a draft of the value; null or absent if there is none. */
  readonly kept?: Draft | null;
}

/** Returns a draft of a value and its setter. A new value (after Back or undo) replaces the draft, unless the draft represents it. */
export function useDraft<Value, Draft>(
  value: Value,
  { draftOf, valueOf, kept = null }: DraftOptions<Value, Draft>,
): readonly [Draft, Dispatch<SetStateAction<Draft>>] {
  const [draft, setDraft] = useState(() => kept ?? draftOf(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (valueOf(draft) !== value) setDraft(draftOf(value));
  }
  return [draft, setDraft];
}
