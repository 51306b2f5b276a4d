import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createScanner, type ScannerState } from '#src/client/device/camera/camera-scanner.ts';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { createReadGate } from '#src/client/device/camera/read-gate.ts';
import { qrPngBlob } from '#src/client/device/print/draw-qr.ts';
import type { Paper } from '#src/client/device/print/paper.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { createSound } from '#src/client/device/sound.ts';
import { sentences } from '#src/client/device/voice/sentences.ts';
import { createVoice } from '#src/client/device/voice/voice.ts';
import { qrSvg } from '#tests/support/browser/qr-svg.ts';

const device = {
  createReadGate,
  createScanner,
  createSound,
  createVoice,
  decodePicture,
  qrPngBlob,
  qrSvg,
  sentences,
};

declare global {
  interface Window {
    device: typeof device;
    codes: string[];
    states: ScannerState[];
  }
}
window.device = device;
window.codes = [];
window.states = [];

const text = `https://mercado.example/code-qr?userId=1&codeQrId=2#v1.${'a'.repeat(200)}`;

/** A voucher that prints like the product's own, in few lines. */
function Voucher({ paper }: { paper: Paper }) {
  const contentRef = useRef<HTMLElement>(null);
  const print = usePrintDocument({ contentRef, paper, title: `Recarga ${paper}` });
  return (
    <>
      <button onClick={print}>Imprimir {paper}</button>
      <article ref={contentRef} style={{ textAlign: 'center' }}>
        <h1>Pago con QR</h1>
        <div style={{ width: '60%', margin: 'auto' }} dangerouslySetInnerHTML={{ __html: qrSvg(text) }} />
        <p>7K4M-2QXD</p>
      </article>
    </>
  );
}

/** A scanner mounted like on the product's screen: twice, in strict mode. */
function Viewer() {
  const [state, setState] = useState<ScannerState>({ kind: 'stopped' });
  useEffect(() => {
    const scanner = createScanner(
      'estricto',
      {
        onCode: (code) => window.codes.push(code),
        onAgain: () => undefined,
        onState: setState,
      },
      createReadGate(),
    );
    void scanner.start();
    return () => void scanner.stop();
  }, []);
  return (
    <>
      <div id="estricto" style={{ width: 360 }} />
      <output>{state.kind}</output>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  const strict = location.hash === '#estricto';
  createRoot(root).render(
    <StrictMode>
      {strict ? (
        <Viewer />
      ) : (
        (['A4', '80mm', '58mm'] as const).map((paper) => <Voucher key={paper} paper={paper} />)
      )}
    </StrictMode>,
  );
}
