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
  PlugZap,
  Printer,
  PrinterX,
  Volume2,
} from 'lucide-react';
import type { PrinterState } from '#src/client/device/printer/printer-store.ts';
import { appVersion } from '#src/client/device/storage-health.ts';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { nameOf } from '#src/client/money/printer/use-printer.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import {
  printerCheckTexts as printerTexts,
  printerTexts as lineTexts,
} from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { ageText } from '#src/client/texts/written/list-age.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { Surroundings } from './use-surroundings.ts';

/** good; missing: recommended; bad: without it nothing works offline. */
export type CheckState = 'good' | 'missing' | 'bad';
type CheckId = keyof typeof texts.names;
export type CheckAction = keyof typeof texts.acts;

interface Judged {
  state: CheckState;
  sentence: string;
  /** The action that fixes it on this page. */
  action?: CheckAction | undefined;
  /** The device fixes it automatically when it has a link. */
  mends?: boolean | undefined;
}

export interface Check extends Judged {
  id: CheckId;
  icon: LucideIcon;
  what: string;
}

export interface Seen {
  userType: UserType;
  facts: DeviceFacts;
  around: Surroundings;
  hasPin: boolean;
  printer: PrinterState;
  /** The browser offers to install the app. */
  canInstall: boolean;
  isOnline: boolean;
}

/** Below this a day's work may not fit, bytes. */
const littleSpace = 50_000_000;
/** Beyond this the clock is wrong, not the answer slow, ms. */
const clockSlackMs = 2 * 60_000;

const good = (sentence: string): Judged => ({ state: 'good', sentence });
const missing = (sentence: string, action?: CheckAction): Judged => ({ state: 'missing', sentence, action });
const bad = (sentence: string, action?: CheckAction): Judged => ({ state: 'bad', sentence, action });
const coming = (fault: Judged, mends: boolean): Judged => ({ ...fault, mends });

interface Condition {
  icon: LucideIcon;
  /** Returns null where this person's work does not need it. */
  judge: (seen: Seen) => (Judged & { icon?: LucideIcon }) | null;
}

/** Every condition of a market day. */
const conditions = {
  installed: {
    icon: Download,
    judge({ around, isOnline, canInstall }) {
      if (!around.isWhole) return coming(bad(isOnline ? texts.wholeComing : texts.notWhole), isOnline);
      if (around.isInstalled) return good(texts.installedGood(appVersion));
      if (canInstall) return missing(texts.installedOffered, 'install');
      return missing(texts.installedBy[around.browser]);
    },
  },
  storage: {
    icon: HardDrive,
    judge({ around: { storage } }) {
      const free = storage.freeBytes === null ? '—' : spaceText(storage.freeBytes);
      if (storage.freeBytes !== null && storage.freeBytes < littleSpace) return bad(texts.storageLow(free));
      return storage.isPersistent ? good(texts.storageGood(free)) : missing(texts.storageMissing, 'protect');
    },
  },
  'second-copy': {
    icon: Copy,
    judge: ({ around }) =>
      around.hasSecondCopy ? good(texts.secondCopyGood) : missing(texts.secondCopyMissing),
  },
  camera: {
    icon: Camera,
    judge({ around, userType }) {
      if (userType !== 'ESTANTE') return null;
      if (around.camera === 'granted') return good(texts.cameraGood);
      return around.camera === 'none' ? missing(texts.cameraNone) : missing(texts.cameraMissing, 'camera');
    },
  },
  clock: {
    icon: Clock,
    judge({ facts: { clockOffset }, isOnline }) {
      if (clockOffset === null)
        return coming(missing(isOnline ? texts.clockComparing : texts.clockUnknown), isOnline);
      if (Math.abs(clockOffset) <= clockSlackMs) return good(texts.clockGood);
      const minutes = Math.round(Math.abs(clockOffset) / 60_000);
      return missing(texts.clockOff(minutes, clockOffset > 0 ? 'atrasada' : 'adelantada'));
    },
  },
  keys: {
    icon: KeyRound,
    judge({ facts, userType, isOnline }) {
      if (facts.state === 'revoked') return bad(texts.keysRevoked);
      if (facts.state === 'none') return bad(texts.keysMissing, 'enrol');
      if (facts.keysAsOf === 0) return coming(bad(texts.keysComing), isOnline);
      if (userType === 'RECARGA' && !facts.hasOwnCertificate)
        return coming(bad(texts.keysNoCertificate), isOnline);
      return good(texts.keysGood(facts.name));
    },
  },
  pin: {
    icon: Lock,
    judge: ({ hasPin }) => (hasPin ? good(texts.pinGood) : bad(texts.pinMissing, 'enrol')),
  },
  list: {
    icon: Database,
    judge({ facts: { state, listAsOf, limits, clockOffset }, userType, around, isOnline }) {
      if (userType !== 'ESTANTE') return null;
      const mends = isOnline && state === 'active';
      if (listAsOf === 0 || limits === null)
        return coming(bad(mends ? texts.listComing : texts.listMissing), mends);
      const age = around.at + (clockOffset ?? 0) - listAsOf;
      const old = texts.listOld(ageText(age));
      if (age > limits.snapshotHours * 3_600_000) return coming(bad(old), mends);
      if (age > limits.warnHours * 3_600_000) return coming(missing(old), mends);
      return good(texts.listGood(dateTimeText(listAsOf)));
    },
  },
  printer: {
    icon: Printer,
    judge({ around, printer, userType }) {
      if (printer.kind !== 'none') return chosenPrinter(printer);
      // A stall sells without a printer; one that it has is looked at.
      if (userType === 'ESTANTE') return null;
      if (around.canChoosePrinter && !around.printsSheets)
        return missing(printerTexts.none, 'printer-choose');
      return isTriedToday(around.printerTriedAt)
        ? good(texts.printerGood(dateTimeText(around.printerTriedAt)))
        : missing(texts.printerMissing, 'printer-sheet');
    },
  },
  sound: {
    icon: Volume2,
    judge: ({ around }) =>
      isTriedToday(around.soundTriedAt) ? good(texts.soundGood) : missing(texts.soundMissing, 'sound'),
  },
  outbox: {
    icon: ListChecks,
    judge({ facts: { openCount, openSum }, isOnline }) {
      if (openCount === 0) return good(texts.outboxGood);
      return coming(missing(texts.outboxMissing(openCount, amountText(openSum)), 'outbox'), isOnline);
    },
  },
} satisfies Record<CheckId, Condition>;

/** Returns the conditions that this person's work needs, judged. */
export function checksOf(seen: Seen): Check[] {
  return (Object.keys(texts.names) as CheckId[]).flatMap((id) => {
    const { icon, judge }: Condition = conditions[id];
    const judged = judge(seen);
    return judged === null ? [] : [{ id, icon, what: texts.names[id], ...judged }];
  });
}

/**
 * Returns the next thing to do: the first tappable fault that blocks offline work, else the first tappable
 * one, else any fault.
 */
export function firstFault(checks: readonly Check[]): Check | undefined {
  const faults = faultsOf(checks);
  const tappable = faults.filter(({ action }) => action !== undefined);
  return tappable.find(({ state }) => state === 'bad') ?? tappable[0] ?? faults[0];
}

/** Faults that do not resolve automatically. */
export function faultsOf(checks: readonly Check[]): Check[] {
  return checks.filter(({ state, mends }) => state !== 'good' && mends !== true);
}

/** How the chosen printer is: connected, its paper, its last print. */
function chosenPrinter(seen: Exclude<PrinterState, { kind: 'none' }>): Judged & { icon?: LucideIcon } {
  const name = nameOf(seen.printer);
  if (seen.kind === 'looking') return coming(missing(lineTexts.stateOf.looking(name)), true);
  if (seen.kind === 'away')
    return { ...missing(lineTexts.stateOf.away(name), 'printer-connect'), icon: PlugZap };
  if (seen.kind === 'no-paper')
    return { ...missing(printerTexts.noPaper(timeText(seen.since)), 'printer-refilled'), icon: PrinterX };
  const { printedAt, isTested } = seen.printer;
  if (!isTested) return missing(printerTexts.notTested, 'printer-test');
  const last = printedAt === 0 ? printerTexts.never : printerTexts.last(dateTimeText(printedAt));
  return good(printerTexts.with(name, printerTexts.papers[seen.paper], last));
}

function isTriedToday(triedAt: number): boolean {
  return triedAt !== 0 && isToday(triedAt);
}

/** "2.1 GB", "340 MB" */
function spaceText(bytes: number): string {
  return bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(1)} GB`
    : `${Math.round(bytes / 1_000_000)} MB`;
}
