import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { verifySignature } from '#src/client/device/crypto.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { syncCalls } from '#src/contract/sync/calls.ts';
import {
  type SalesCertificate,
  verifyCertificate,
} from '#src/extras/certificate/domain/sales-certificate.ts';
import { certificateTexts as texts } from '#src/extras/certificate/texts/certificate-texts.ts';
import { CertificateFigures } from './certificate-figures.tsx';
import styles from './certificate-check.module.css';

/**
 * Page of a certificate's QR code. The figures are in the address after the "#", which browsers do not send
 * to a server.
 */
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
      <div className="stack" aria-live="polite">
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
          <b>{`${texts.notInvoice}.`}</b>
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

type Checked =
  | { kind: 'good'; certificate: SalesCertificate }
  /**
   * `unknown`: this device has not seen its key and could not ask the server; `unable`: this browser cannot
   * check signatures.
   */
  | { kind: 'none' | 'bad' | 'unknown' | 'unable' };

/**
 * A stored key decides without a request. If the key is missing or rejects the text, the server's keys are
 * requested once, because a key may be newer than this phone.
 */
async function checkCertificate(text: string): Promise<Checked> {
  if (text === '') return { kind: 'none' };
  if (globalThis.crypto?.subtle === undefined) return { kind: 'unable' };
  const held = await verifyCertificate(text, readKnownKeys(), verifySignature);
  if (held.ok) return { kind: 'good', certificate: held.certificate };
  if (held.fault === 'MALFORMED') return { kind: 'bad' };
  const asked = await callServer(syncCalls.readKeySet);
  if (asked.kind !== 'ok') return { kind: held.fault === 'UNKNOWN_KEY' ? 'unknown' : 'bad' };
  keepKnownKeys(asked.data);
  const checked = await verifyCertificate(text, asked.data, verifySignature);
  return checked.ok ? { kind: 'good', certificate: checked.certificate } : { kind: 'bad' };
}

const place = 'issuing-keys';

/** Public keys of this server that this browser has seen, by id. They verify signatures offline. */
interface KnownKeys {
  keys: { kid: number; publicKey: string }[];
}

function readKnownKeys(): KnownKeys {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return { keys: Array.isArray(kept) ? kept.flatMap((one: unknown) => (isKey(one) ? [one] : [])) : [] };
  } catch {
    // There is no storage, or it holds another program's value: the keys are requested again.
    return { keys: [] };
  }
}

function keepKnownKeys({ keys }: KnownKeys): void {
  try {
    localStorage.setItem(place, JSON.stringify(keys.map(({ kid, publicKey }) => ({ kid, publicKey }))));
  } catch {
    // A browser without storage requests them each time.
  }
}

function isKey(one: unknown): one is KnownKeys['keys'][number] {
  if (typeof one !== 'object' || one === null || !('kid' in one) || !('publicKey' in one)) return false;
  return typeof one.kid === 'number' && typeof one.publicKey === 'string';
}
