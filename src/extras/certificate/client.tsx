import { FileCheck2 } from 'lucide-react';
import { lazy } from 'react';
import type { ClientExtra } from '#src/client/shared/extra.ts';
import { certificateNameTexts as texts } from './texts/certificate-name-texts.ts';

export const certificate = {
  pages: [
    {
      path: 'reportes/constancia',
      label: texts.title,
      icon: FileCheck2,
      isInner: true,
      from: ['reportes'],
      roles: ['GLOBAL_MARKET', 'ESTANTE'],
      after: 'reportes',
      Screen: lazy(() =>
        import('./client/certificate-page.tsx').then((m) => ({ default: m.CertificatePage })),
      ),
    },
  ],
  reportFoot: {
    roles: ['GLOBAL_MARKET', 'ESTANTE'],
    Foot: lazy(() => import('./client/make-certificate.tsx').then((m) => ({ default: m.MakeCertificate }))),
  },
} satisfies ClientExtra;
