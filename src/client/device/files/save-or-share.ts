type ShareOutcome = 'shared' | 'cancelled' | 'unsupported';

/** True where the device has a menu to send this file with (most phones and tablets). */
export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Opens the device's menu to send the file. Must be called from a tap. */
export async function shareFile(file: File, title: string): Promise<ShareOutcome> {
  if (!canShare(file)) return 'unsupported';
  try {
    await navigator.share({ files: [file], title });
    return 'shared';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? 'cancelled' : 'unsupported';
  }
}

/** True where the device has a menu to send words with. */
export function canShareText(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the device's menu to send words. Must be called from a tap. */
export async function shareText(text: string): Promise<ShareOutcome> {
  if (!canShareText()) return 'unsupported';
  try {
    await navigator.share({ text });
    return 'shared';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? 'cancelled' : 'unsupported';
  }
}

/** Hands a file to the browser's downloads. */
export function downloadFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the content over by the next task; some need a moment more.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
