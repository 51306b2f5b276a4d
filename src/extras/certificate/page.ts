export const certificatePages = {
  /** Page of a certificate's QR code. */
  '/constancia': () => import('./client/certificate-check.tsx').then((m) => m.CertificateCheck),
};
