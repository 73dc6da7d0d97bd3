/** Moves the focus to where the editing of something new begins. A ref: it is called when that is on screen. */
export function focusFirstInput(group: HTMLElement | null): void {
  group?.querySelector('input')?.focus();
}
