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
