import {
  Camera,
  Clock,
  Copy,
  Database,
  Download,
  HardDrive,
  KeyRound,
  ListChecks,
  Lock,
  type LucideIcon,
  Printer,
  Volume2,
} from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import {
  appVersion,
  isInstalled,
  readStorage,
  type StorageState,
} from '#src/client/device/storage-health.ts';
import { holdsStaffFiles } from '#src/client/device/keep-staff-files.ts';
import type { DeviceFacts } from '#src/client/local/device/device-facts.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday } from '#src/client/shared/dates.ts';
import { ageText } from '#src/client/shared/list-age.ts';
import { readyTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { type CameraPermission, readCameraPermission } from '#src/client/device/camera/cameras.ts';

/** good, missing (it would be better), bad (without it nothing goes without a link) */
export type CheckState = 'good' | 'missing' | 'bad';
export type CheckAction = 'protect' | 'camera' | 'printer' | 'sound' | 'outbox';

export interface Check {
  id: string;
  icon: LucideIcon;
  name: string;
  state: CheckState;
  note: string;
  action?: CheckAction;
}

/** `unsigned`: the server does not know the person's own key under it */
export type PinState = 'none' | 'unsigned' | 'signed';

export interface Seen {
  userType: UserType;
  facts: DeviceFacts;
  around: Surroundings;
  pin: PinState;
  now: number;
}

/** Under this a day's work may not fit, bytes. */
const littleSpace = 50_000_000;
/** From here on a clock is wrong and not only slow to answer, ms. */
const clockSlackMs = 2 * 60_000;

/** Everything that must be right before a market day, in the order of the list. */
export function checksOf(seen: Seen): Check[] {
  const isStall = seen.userType === 'ESTANTE';
  return [
    installed(seen),
    storage(seen),
    secondCopy(seen),
    ...(isStall ? [camera(seen)] : []),
    clock(seen),
    keys(seen),
    pin(seen),
    ...(isStall ? [list(seen)] : [printer(seen)]),
    sound(seen),
    outbox(seen),
  ];
}

function installed({ around }: Seen): Check {
  if (!around.isWhole)
    return { id: 'installed', icon: Download, name: texts.installed, state: 'bad', note: texts.notWhole };
  const note = around.isInstalled ? texts.installedGood(appVersion) : texts.installedMissing;
  return {
    id: 'installed',
    icon: Download,
    name: texts.installed,
    state: around.isInstalled ? 'good' : 'missing',
    note,
  };
}

function storage({ around }: Seen): Check {
  const { isPersistent, freeBytes } = around.storage;
  const free = freeBytes === null ? '—' : spaceText(freeBytes);
  const base = { id: 'storage', icon: HardDrive, name: texts.storage };
  if (freeBytes !== null && freeBytes < littleSpace)
    return { ...base, state: 'bad', note: texts.storageLow(free) };
  if (isPersistent) return { ...base, state: 'good', note: texts.storageGood(free) };
  return { ...base, state: 'missing', note: texts.storageMissing, action: 'protect' };
}

function secondCopy({ around }: Seen): Check {
  const base = { id: 'second-copy', icon: Copy, name: texts.secondCopy };
  if (around.hasSecondCopy) return { ...base, state: 'good', note: texts.secondCopyGood };
  return { ...base, state: 'missing', note: texts.secondCopyMissing };
}

function camera({ around }: Seen): Check {
  const base = { id: 'camera', icon: Camera, name: texts.camera };
  if (around.camera === 'granted') return { ...base, state: 'good', note: texts.cameraGood };
  if (around.camera === 'none') return { ...base, state: 'missing', note: texts.cameraNone };
  return { ...base, state: 'missing', note: texts.cameraMissing, action: 'camera' };
}

function clock({ facts }: Seen): Check {
  const base = { id: 'clock', icon: Clock, name: texts.clock };
  const offset = facts.clockOffset;
  if (offset === null) return { ...base, state: 'missing', note: texts.clockUnknown };
  if (Math.abs(offset) <= clockSlackMs) return { ...base, state: 'good', note: texts.clockGood };
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return { ...base, state: 'missing', note: texts.clockOff(minutes, offset > 0 ? 'atrasada' : 'adelantada') };
}

function keys({ facts, userType }: Seen): Check {
  const base = { id: 'keys', icon: KeyRound, name: texts.keys };
  if (facts.state === 'revoked') return { ...base, state: 'bad', note: texts.keysRevoked };
  if (facts.state === 'none' || facts.keysAsOf === 0)
    return { ...base, state: 'bad', note: texts.keysMissing };
  if (userType === 'RECARGA' && !facts.hasOwnCertificate)
    return { ...base, state: 'bad', note: texts.keysNoCertificate };
  return { ...base, state: 'good', note: texts.keysGood(facts.name) };
}

function pin({ pin: state }: Seen): Check {
  const base = { id: 'pin', icon: Lock, name: texts.pin };
  if (state === 'none') return { ...base, state: 'bad', note: texts.pinMissing };
  if (state === 'unsigned') return { ...base, state: 'missing', note: texts.pinUnsigned };
  return { ...base, state: 'good', note: texts.pinGood };
}

function list({ facts, now }: Seen): Check {
  const base = { id: 'list', icon: Database, name: texts.list };
  if (facts.listAsOf === 0 || facts.limits === null)
    return { ...base, state: 'bad', note: texts.listMissing };
  const age = now + (facts.clockOffset ?? 0) - facts.listAsOf;
  const old = texts.listOld(ageText(age));
  if (age > facts.limits.snapshotHours * 3_600_000) return { ...base, state: 'bad', note: old };
  if (age > facts.limits.warnHours * 3_600_000) return { ...base, state: 'missing', note: old };
  return { ...base, state: 'good', note: texts.listGood(dateTimeText(facts.listAsOf)) };
}

function printer({ around }: Seen): Check {
  const base = { id: 'printer', icon: Printer, name: texts.printer };
  if (around.printerTriedAt !== 0 && isToday(around.printerTriedAt))
    return { ...base, state: 'good', note: texts.printerGood(dateTimeText(around.printerTriedAt)) };
  return { ...base, state: 'missing', note: texts.printerMissing, action: 'printer' };
}

function sound({ around }: Seen): Check {
  const isTried = around.soundTriedAt !== 0 && isToday(around.soundTriedAt);
  const base = { id: 'sound', icon: Volume2, name: texts.sound };
  if (isTried) return { ...base, state: 'good', note: texts.soundGood };
  return { ...base, state: 'missing', note: texts.soundMissing, action: 'sound' };
}

function outbox({ facts }: Seen): Check {
  const base = { id: 'outbox', icon: ListChecks, name: texts.outbox };
  if (facts.openCount === 0) return { ...base, state: 'good', note: texts.outboxGood };
  const note = texts.outboxMissing(facts.openCount, amountText(facts.openSum));
  return { ...base, state: 'missing', note, action: 'outbox' };
}

/** "2.1 GB", "340 MB" */
function spaceText(bytes: number): string {
  return bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(1)} GB`
    : `${Math.round(bytes / 1_000_000)} MB`;
}

/** What only the browser can say of this device. */
type Surroundings = {
  isInstalled: boolean;
  /** every file of the staff's pages is on this device */
  isWhole: boolean;
  storage: StorageState;
  hasSecondCopy: boolean;
  camera: CameraPermission;
  printerTriedAt: number;
  soundTriedAt: number;
};

/** Read at once and again on demand; undefined while it is being read. */
export function useSurroundings(checkSecondCopy: () => Promise<boolean>): {
  seen: Surroundings | undefined;
  look: () => Promise<void>;
} {
  const [seen, setSeen] = useState<Surroundings>();
  const look = useCallback(async () => setSeen(await readSurroundings(checkSecondCopy)), [checkSecondCopy]);
  useEffect(() => {
    let isGone = false;
    void readSurroundings(checkSecondCopy).then((found) => !isGone && setSeen(found));
    return () => {
      isGone = true;
    };
  }, [checkSecondCopy]);
  return { seen, look };
}

async function readSurroundings(checkSecondCopy: () => Promise<boolean>): Promise<Surroundings> {
  const [storage, camera, hasSecondCopy, isWhole] = await Promise.all([
    readStorage(),
    readCameraPermission(),
    checkSecondCopy(),
    holdsStaffFiles(),
  ]);
  const at = (what: Tried): number => lastTried(what);
  return {
    isInstalled: isInstalled(),
    isWhole,
    storage,
    camera,
    hasSecondCopy,
    printerTriedAt: at('printer'),
    soundTriedAt: at('sound'),
  };
}

type Tried = 'printer' | 'sound';

/** When somebody last tried this part of the device, ms since 1970; 0: never. Only a convenience: it may be lost. */
function lastTried(what: Tried): number {
  try {
    return Number(localStorage.getItem(`probado-${what}`) ?? 0);
  } catch {
    // Storage is forbidden here: it was never tried, as far as anybody knows.
    return 0;
  }
}

export function rememberTrial(what: Tried): void {
  try {
    localStorage.setItem(`probado-${what}`, String(Date.now()));
  } catch {
    // Nothing is lost but the memory of having tried.
  }
}
