import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createScanner,
  type CameraScanner,
  type ScannerState,
} from '#src/client/device/camera/camera-scanner.ts';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { createReadGate, type ReadGate } from '#src/client/device/camera/read-gate.ts';
import { qrPngBlob } from '#src/client/device/print/draw-qr.ts';
import { createSound } from '#src/client/device/sound.ts';
import { sentences } from '#src/client/device/voice/sentences.ts';
import { createVoice } from '#src/client/device/voice/voice.ts';

const codeOf = (code: string): string | null => (code.startsWith('https://mercado.example/') ? code : null);

const device = {
  createSound,
  createVoice,
  decodePicture: (file: Blob) => decodePicture(file, codeOf),
  qrPngBlob,
  sentences,
};

declare global {
  interface Window {
    device: typeof device;
    gate: ReadGate;
    scanner: CameraScanner;
    /** Codes that the scanner read, and states that it reported. */
    codes: string[];
    states: ScannerState[];
  }
}

/** Returns a scanner whose frame has its element's id. */
function createPageScanner(picture: string, onState: (state: ScannerState) => void): CameraScanner {
  const onCode = (code: string) => window.codes.push(code);
  return createScanner(
    { picture, frame: `cuadro-${picture}` },
    { onCode, onAside: () => undefined, onState },
    window.gate,
  );
}

Object.assign(window, { device, gate: createReadGate(codeOf), codes: [], states: [] });
const viewer = document.createElement('div');
viewer.style.cssText = 'position: relative; width: 360px';
viewer.innerHTML =
  '<div id="visor"></div><div id="cuadro-visor" style="position: absolute; inset: 0; width: 50%; aspect-ratio: 1; margin: auto"></div>';
document.body.prepend(viewer);
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
  createRoot(root).render(<StrictMode>{strict && <Viewer />}</StrictMode>);
}
