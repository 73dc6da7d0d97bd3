import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

export interface AppliedInputProps<TValue> extends Pick<
  TextInputProps,
  'aria-label' | 'description' | 'inputMode' | 'inputWrapperOrder' | 'label' | 'placeholder' | 'title' | 'w'
> {
  readonly value: TValue;
  /** The value as a person types it. */
  readonly shown: string;
  /** Returns undefined for a text that is no value. */
  readonly read: (text: string) => TValue | undefined;
  /** Said of such a text, which stays as it was typed. */
  readonly problem: string;
  readonly onChange: (value: TValue) => void;
}

/** Typed in the person's notation; applies on Enter, which leaves the focus where it is, or when it is left. */
export function AppliedInput<TValue>({
  value,
  shown,
  read,
  problem,
  onChange,
  ...input
}: AppliedInputProps<TValue>) {
  const [text, setText] = useState(shown);
  const [hasProblem, setHasProblem] = useState(false);
  const [seen, setSeen] = useState(shown);
  // What was typed has been applied, or another value came from elsewhere.
  if (seen !== shown) {
    setSeen(shown);
    setText(shown);
    setHasProblem(false);
  }

  function apply(): void {
    // Nothing was typed; what is shown may be less exact than the value.
    if (text === shown) return;
    const next = read(text);
    setHasProblem(next === undefined);
    if (next !== undefined && next !== value) onChange(next);
  }

  return (
    <TextInput
      size="xs"
      autoComplete="off"
      {...input}
      value={text}
      error={hasProblem ? problem : undefined}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setHasProblem(false);
      }}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
