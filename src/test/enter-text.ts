import { act } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Enters a text into an empty input at once. Typing would render the screen for every key, which takes most of a test's time. */
export async function enter(user: UserEvent, input: HTMLElement, text: string): Promise<void> {
  act(() => input.focus());
  await user.paste(text);
}
