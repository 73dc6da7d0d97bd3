/**
 * Writes text to the clipboard; false where the browser does not allow it. Pages without a secure connection (plain http
 * in an intranet) have no Clipboard API, but `execCommand` still works there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  document.body.append(holder);
  holder.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    holder.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
