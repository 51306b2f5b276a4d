export const certificatePages = {
  /** where the QR code of a certificate leads */
  '/constancia': () => import('./client/certificate-check.tsx').then((m) => m.CertificateCheck),
};
