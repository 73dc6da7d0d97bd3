/** A ref callback for a new group of inputs. It focuses the first input as soon as the group is on screen. */
export function focusFirstInput(group: HTMLElement | null): void {
  group?.querySelector('input')?.focus();
}
