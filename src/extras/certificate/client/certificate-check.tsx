import { useEffect, useState } from 'react';
import { CertificateFigures } from '#src/extras/certificate/client/certificate-figures.tsx';
import { certificateTexts as texts } from '#src/extras/certificate/texts/certificate-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { checkCertificate, type Checked } from './check-certificate.ts';
import styles from './certificate-check.module.css';

/** Where the QR of a certificate leads: its figures come with the address, after the "#", which no server is sent. */
export function CertificateCheck() {
  const [text, setText] = useState(() => location.hash.slice(1));
  const [checked, setChecked] = useState<{ of: string; outcome: Checked } | null>(null);
  useEffect(() => {
    const onHash = () => setText(location.hash.slice(1));
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  useEffect(() => {
    document.title = texts.title;
    let live = true;
    void checkCertificate(text).then((outcome) => live && setChecked({ of: text, outcome }));
    return () => {
      live = false;
    };
  }, [text]);
  return (
    <main className={styles.page}>
      <h1>{texts.title}</h1>
      <div className={styles.verdict} aria-live="polite">
        {checked?.of === text ? <Verdict checked={checked.outcome} /> : <p>{texts.checking}</p>}
      </div>
    </main>
  );
}

const words = {
  none: [texts.noneRead, texts.noneReadNote],
  bad: [texts.bad, texts.badNote],
  unknown: [texts.unknown, texts.unknownNote],
  unable: [texts.unable, texts.unableNote],
} as const;

function Verdict({ checked }: { checked: Checked }) {
  if (checked.kind === 'good')
    return (
      <>
        <Notice kind="paid">
          <h2>{texts.good}</h2>
          <p>{texts.goodNote(checked.certificate.marketName)}</p>
        </Notice>
        <CertificateFigures certificate={checked.certificate} />
        <p>
          <b>{texts.notInvoice}.</b>
        </p>
        <p>{texts.proves}</p>
        <p>{texts.provesNot}</p>
      </>
    );
  const [title, note] = words[checked.kind];
  return (
    <Notice kind={checked.kind === 'bad' ? 'refused' : 'pending'}>
      <h2>{title}</h2>
      <p>{note}</p>
    </Notice>
  );
}
