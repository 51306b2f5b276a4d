import { useCallback, useEffect, useState } from 'react';
import { readCameraPermission, type CameraPermission } from '#src/client/device/camera-permission.ts';
import { isInstalled } from '#src/client/device/is-installed.ts';
import { readStorage, type StorageState } from '#src/client/device/storage-health.ts';
import { lastTried, type Tried } from './remembered-trials.ts';

/** What only the browser can say of this device. */
export type Surroundings = {
  isInstalled: boolean;
  storage: StorageState;
  camera: CameraPermission;
  printerTriedAt: number;
  soundTriedAt: number;
};

/** Read at once and again on demand; undefined while it is being read. */
export function useSurroundings(): { seen: Surroundings | undefined; look: () => Promise<void> } {
  const [seen, setSeen] = useState<Surroundings>();
  const look = useCallback(async () => setSeen(await readSurroundings()), []);
  useEffect(() => {
    let isGone = false;
    void readSurroundings().then((found) => !isGone && setSeen(found));
    return () => {
      isGone = true;
    };
  }, []);
  return { seen, look };
}

async function readSurroundings(): Promise<Surroundings> {
  const [storage, camera] = await Promise.all([readStorage(), readCameraPermission()]);
  const at = (what: Tried): number => lastTried(what);
  return {
    isInstalled: isInstalled(),
    storage,
    camera,
    printerTriedAt: at('printer'),
    soundTriedAt: at('sound'),
  };
}
