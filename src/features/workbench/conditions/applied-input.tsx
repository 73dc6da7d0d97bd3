import { TextInput, type TextInputProps } from '@mantine/core';
import { useDraft } from '@/ui/components/use-draft';

export interface AppliedInputProps<TValue> extends Pick<
  TextInputProps,
  'aria-label' | 'description' | 'inputMode' | 'inputWrapperOrder' | 'label' | 'placeholder' | 'title' | 'w'
> {
  readonly value: TValue;
  /** The value as the user would type it. */
  readonly shown: string;
  /** Converts a text to a value. Returns undefined if the text is not valid. */
  readonly read: (text: string) => TValue | undefined;
  /** The message below an invalid text. The text itself stays as typed. */
  readonly problem: string;
  readonly onChange: (value: TValue) => void;
}

/** An input for values in the user's notation. It applies its value on Enter, which keeps the focus, or when it loses the focus. */
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
    // If nothing was typed, the text is not read, because it may be less exact than the value.
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
