/** One content in two forms; who pastes takes the one it understands best. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
}

/**
 * Puts text and HTML on the clipboard; false where the browser wants a fresh press first, or does not allow it at all. The
 * old command comes first: it works on pages without a secure connection, and hands the HTML on as it is.
 */
export async function writeClipboard(content: ClipboardContent): Promise<boolean> {
  if (copyByCommand(content)) return true;
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([content.text], { type: 'text/plain' }),
        'text/html': new Blob([content.html], { type: 'text/html' }),
      }),
    ]);
    return true;
  } catch {
    return false;
  }
}

function copyByCommand({ text, html }: ClipboardContent): boolean {
  let isSet = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    isSet = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    return document.execCommand('copy') && isSet;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
  }
}
