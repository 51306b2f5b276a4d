import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createScanner,
  type CameraScanner,
  type ScannerState,
} from '#src/client/device/camera/camera-scanner.ts';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { createReadGate, type ReadGate } from '#src/client/device/camera/read-gate.ts';
import { qrPngBlob } from '#src/client/device/print/draw-qr.ts';
import type { Paper } from '#src/client/device/print/paper.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { createSound } from '#src/client/device/sound.ts';
import { sentences } from '#src/client/device/voice/sentences.ts';
import { createVoice } from '#src/client/device/voice/voice.ts';
import { qrSvg } from '#tests/support/browser/qr-svg.ts';

const codeOf = (code: string): string | null => (code.startsWith('https://mercado.example/') ? code : null);

const device = {
  createSound,
  createVoice,
  decodePicture: (file: Blob) => decodePicture(file, codeOf),
  qrPngBlob,
  qrSvg,
  sentences,
};

declare global {
  interface Window {
    device: typeof device;
    gate: ReadGate;
    scanner: CameraScanner;
    /** Codes that the scanner read, kinds of other things that it saw, and states that it reported. */
    codes: string[];
    asides: string[];
    states: ScannerState[];
  }
}

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

/** Returns a scanner whose frame has its element's id. */
function createPageScanner(picture: string, onState: (state: ScannerState) => void): CameraScanner {
  const onCode = (code: string) => window.codes.push(code);
  const onAside = ({ kind }: { kind: string }) => window.asides.push(kind);
  return createScanner({ picture, frame: `cuadro-${picture}` }, { onCode, onAside, onState }, window.gate);
}

Object.assign(window, { device, gate: createReadGate(codeOf), codes: [], asides: [], states: [] });
window.scanner = createPageScanner('visor', (state) => window.states.push(state));

/** A scanner mounted like on the product's screen: twice, in strict mode. */
function Viewer() {
  const [state, setState] = useState<ScannerState>({ kind: 'stopped' });
  useEffect(() => {
    const scanner = createPageScanner('estricto', setState);
    void scanner.start();
    return () => void scanner.stop();
  }, []);
  return (
    <>
      <div id="cuadro-estricto" style={{ width: 360 }}>
        <div id="estricto" />
      </div>
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
