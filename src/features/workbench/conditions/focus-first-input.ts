/** A ref for a new group of inputs: focuses the first input as soon as the group is on screen. */
export function focusFirstInput(group: HTMLElement | null): void {
  group?.querySelector('input')?.focus();
}
