/** What the QR says: PUBLIC_URL/code-qr?userId=..&codeQrId=.. */
export function voucherLink(publicUrl: string, userId: string, codeQrId: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/code-qr?userId=${userId}&codeQrId=${codeQrId}`;
}
