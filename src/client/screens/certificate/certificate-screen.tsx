import { Suspense, lazy } from 'react';

const CertificateCheck = lazy(() =>
  import('./certificate-check.tsx').then((m) => ({ default: m.CertificateCheck })),
);

/** Apart from what it shows: the first file of every page names what this one imports. */
export function CertificateScreen() {
  return (
    <Suspense>
      <CertificateCheck />
    </Suspense>
  );
}
