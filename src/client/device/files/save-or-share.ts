type ShareAnswer = 'shared' | 'cancelled' | 'unsupported';

/** Returns whether the device has a share menu for this file (most phones and tablets). */
export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Opens the share menu with the file. Must be called from a tap. */
export async function shareFile(file: File, title: string): Promise<ShareAnswer> {
  return canShare(file) ? share({ files: [file], title }) : 'unsupported';
}

/** Returns whether the device has a share menu for text. */
export function canShareText(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the share menu with text. Must be called from a tap. */
export async function shareText(text: string): Promise<ShareAnswer> {
  return canShareText() ? share({ text }) : 'unsupported';
}

async function share(what: ShareData): Promise<ShareAnswer> {
  try {
    await navigator.share(what);
    return 'shared';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError' ? 'cancelled' : 'unsupported';
  }
}

/** Downloads a file through the browser. */
export function downloadFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has usually copied the content by the next task; some need longer.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
