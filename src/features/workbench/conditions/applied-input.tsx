import { TextInput, type TextInputProps } from '@mantine/core';
import { useDraft } from '@/ui/components/use-draft';

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
  const [{ text, hasProblem }, setDraft] = useDraft(shown, {
    draftOf: (of) => ({ text: of, hasProblem: false }),
    valueOf: (draft) => draft.text,
  });

  function apply(): void {
    // Nothing was typed. The shown text may be less exact than the value, so it is not read.
    if (text === shown) return;
    const next = read(text);
    setDraft({ text, hasProblem: next === undefined });
    if (next !== undefined && next !== value) onChange(next);
  }

  return (
    <TextInput
      size="xs"
      autoComplete="off"
      {...input}
      value={text}
      error={hasProblem ? problem : undefined}
      onChange={(event) => setDraft({ text: event.currentTarget.value, hasProblem: false })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
