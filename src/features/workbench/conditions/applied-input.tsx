import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

export interface AppliedInputProps<TValue> extends Pick<
  TextInputProps,
  'aria-label' | 'description' | 'inputMode' | 'inputWrapperOrder' | 'label' | 'placeholder' | 'title' | 'w'
> {
  readonly value: TValue;
  /** The value as a person types it. */
  readonly shown: string;
  /** Returns undefined if the text is not a valid value. */
  readonly read: (text: string) => TValue | undefined;
  /** Shown below an invalid text, which stays as typed. */
  readonly problem: string;
  readonly onChange: (value: TValue) => void;
}

/** An input in the person's notation. It applies its value on Enter, which keeps the focus, or when it loses the focus. */
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
  // The typed value has been applied, or the value was changed elsewhere.
  if (seen !== shown) {
    setSeen(shown);
    setText(shown);
    setHasProblem(false);
  }

  function apply(): void {
    // Nothing was typed. The shown text may be less exact than the value, so it is not read.
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
