/** `<ownerName>_qr.png`, without the characters that no file system takes. */
export function qrFileName(ownerName: string): string {
  const safe = ownerName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  return `${safe}_qr.png`;
}
