import { ArrowLeft, Printer } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { today } from '#src/client/shared/period/period.ts';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { certificateCalls } from '#src/extras/certificate/contract/calls.ts';
import { readCertificate } from '#src/extras/certificate/domain/sales-certificate.ts';
import { certificateTexts as texts } from '#src/extras/certificate/texts/certificate-texts.ts';
import { makeCertificateTexts as making } from '#src/extras/certificate/texts/make-certificate-texts.ts';
import { CertificateFigures } from './certificate-figures.tsx';
import styles from './certificate-page.module.css';

/**
 * Shows the certificate named by the address, with its printed form. Without `estante` it is the caller's
 * own.
 */
export function CertificatePage() {
  const [params] = useSearchParams();
  const period = params.get('periodo') ?? today().slice(0, 7);
  const query = useCertificate(period, params.get('estante'));
  const sheet = useRef<HTMLElement>(null);
  const print = usePrintDocument({
    contentRef: sheet,
    paper: 'A4',
    title: `${texts.title} ${period}`,
    onFailed: () => showToast('error', making.printFailed),
  });
  return (
    <>
      <header className="row">
        <Link to="/dashboard/reportes" className="back" aria-label={making.back}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
      </header>
      <ListBody query={query} data={query.data} skeletonRows={6} bare>
        {({ text }) => (
          <>
            <div>
              <Button icon={Printer} size="money" onClick={print}>
                {making.print}
              </Button>
            </div>
            <Sheet text={text} sheet={sheet} />
          </>
        )}
      </ListBody>
    </>
  );
}

/** Draws only what it reads from the signed text. */
function Sheet({ text, sheet }: { text: string; sheet: RefObject<HTMLElement | null> }) {
  const certificate = readCertificate(text)?.certificate;
  if (certificate === undefined) return null;
  return (
    <article ref={sheet} className={styles.sheet}>
      <header className={styles.sheetHead}>
        <Mark size={40} tone="ink" />
        <p className={styles.title}>{texts.title}</p>
        <p className={styles.notInvoice}>{texts.notInvoice}</p>
      </header>
      <CertificateFigures certificate={certificate} />
      <footer className={styles.sheetFoot}>
        <QrCode text={`${location.origin}/constancia#${text}`} label={making.qr} size="62mm" />
        <div>
          <p>{making.check}</p>
          <p>{texts.proves}</p>
          <p>{texts.provesNot}</p>
        </div>
      </footer>
    </article>
  );
}

/**
 * Returns the certificate of a stall's sales in a month or a year, signed anew for each request. `stallId` is null for
 * the caller's own stall.
 */
function useCertificate(period: string, stallId: string | null) {
  return useRead(
    ['certificate', period, stallId],
    () =>
      callServer(certificateCalls.makeCertificate, {
        query: { period, ...(stallId === null ? {} : { estanteId: stallId }) },
      }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
