import type { CopyContent } from '@/analysis/copies/copy-writer';

/**
 * Writes text and HTML to the clipboard. Resolves to false if the browser requires a new user gesture or does not allow writing at all.
 * `execCommand` is tried first, because it leaves the HTML unsanitized and needs no `ClipboardItem`.
 */
export async function writeClipboard(content: CopyContent): Promise<boolean> {
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

function copyByCommand({ text, html }: CopyContent): boolean {
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
