import { useCallback, useEffect, useState } from 'react';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { type CameraPermission, readCameraPermission } from '#src/client/device/camera/cameras.ts';
import { holdsStaffFiles } from '#src/client/device/keep-staff-files.ts';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { readPaperSize } from '#src/client/device/print/kept-paper.ts';
import { printerWays } from '#src/client/device/printer/device-printer.ts';
import { isInstalled, readStorage, type StorageState } from '#src/client/device/storage-health.ts';

/** Facts about this device that only the browser knows. */
export type Surroundings = {
  isInstalled: boolean;
  /** Selects the installation instructions where the browser offers no prompt. */
  browser: BrowserKind;
  /** Every file of the staff's pages is cached on this device. */
  isWhole: boolean;
  storage: StorageState;
  hasSecondCopy: boolean;
  camera: CameraPermission;
  /** the browser reaches printers without a dialog */
  canChoosePrinter: boolean;
  /** this device prints sheets by the browser's dialog */
  printsSheets: boolean;
  printerTriedAt: number;
  soundTriedAt: number;
  /** Device clock, ms since 1970. */
  at: number;
};

/** Read at once and again on demand. Undefined while it is being read. */
export function useSurroundings(): { seen: Surroundings | undefined; look: () => Promise<void> } {
  const loadCommands = useCommands();
  const [seen, setSeen] = useState<Surroundings>();
  const look = useCallback(
    () => readSurroundings(async () => (await loadCommands()).checkSecondCopy()).then(setSeen),
    [loadCommands],
  );
  useEffect(() => {
    void look();
  }, [look]);
  return { seen, look };
}

async function readSurroundings(checkSecondCopy: () => Promise<boolean>): Promise<Surroundings> {
  const [storage, camera, hasSecondCopy, isWhole] = await Promise.all([
    readStorage(),
    readCameraPermission(),
    checkSecondCopy(),
    holdsStaffFiles(),
  ]);
  const ways = printerWays();
  return {
    isInstalled: isInstalled(),
    browser: browserOf(navigator.userAgent),
    isWhole,
    storage,
    camera,
    hasSecondCopy,
    canChoosePrinter: ways.serial || ways.usb,
    printsSheets: readPaperSize() === 'A4',
    printerTriedAt: lastTried('printer'),
    soundTriedAt: lastTried('sound'),
    at: Date.now(),
  };
}

type BrowserKind = 'ios' | 'firefox' | 'samsung' | 'other';

/** Detected from the user agent, because each browser has "add to home screen" in another menu. */
export function browserOf(userAgent: string): BrowserKind {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (userAgent.includes('SamsungBrowser')) return 'samsung';
  return userAgent.includes('Firefox') ? 'firefox' : 'other';
}

type Tried = 'printer' | 'sound';

/** Returns when this part of the device was last tried, ms since 1970, or 0 for never. */
function lastTried(what: Tried): number {
  return Number(readChoice(`tried-${what}`));
}

export function rememberTrial(what: Tried): void {
  keepChoice(`tried-${what}`, String(Date.now()));
}
