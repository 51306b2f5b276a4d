export const certificatePages = {
  /** where the QR code of a certificate leads */
  '/constancia': async () => (await import('./client/certificate-check.tsx')).CertificateCheck,
};
