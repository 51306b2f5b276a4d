import { useEffect, useId, useRef, useState } from 'react';
import type { Scanner, ScannerState } from '#src/client/device/camera-scanner.ts';
import { createScanner } from '#src/client/device/camera-scanner.ts';
import { keepAwake } from '#src/client/device/keep-awake.ts';
import type { Camera } from '#src/client/device/list-cameras.ts';

/** The camera of this screen: open while `open`, closed and released when the screen goes. */
export function useScanner(open: boolean, onCode: (text: string) => void) {
  const elementId = `camara-${useId().replaceAll(/\W/g, '')}`;
  const [state, setState] = useState<ScannerState>({ kind: 'starting' });
  const [cameras, setCameras] = useState<Camera[]>([]);
  const scanner = useRef<Scanner>(null);
  const read = useRef(onCode);
  useEffect(() => {
    read.current = onCode;
  });

  useEffect(() => {
    if (!open) return undefined;
    let live = true;
    const created = createScanner(elementId, {
      onCode: (text) => read.current(text),
      onState: (next) => {
        if (!live) return;
        setState(next);
        if (next.kind === 'running') void created.listCameras().then((found) => live && setCameras(found));
      },
    });
    scanner.current = created;
    void created.start();
    const sleepAgain = keepAwake();
    return () => {
      live = false;
      scanner.current = null;
      sleepAgain();
      void created.stop();
    };
  }, [open, elementId]);

  return { elementId, state, cameras, scanner };
}
