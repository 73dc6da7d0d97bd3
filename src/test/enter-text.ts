import { act } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Enters a text into an empty input at once. Typed, every key renders the screen again, which takes most of the time of a test. */
export async function enter(user: UserEvent, input: HTMLElement, text: string): Promise<void> {
  act(() => input.focus());
  await user.paste(text);
}
