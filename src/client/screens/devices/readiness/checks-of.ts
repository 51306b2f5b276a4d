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
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { ageText } from '#src/client/shared/list-age.ts';
import { nameOf } from '#src/client/shared/printer/use-printer.ts';
import { readyTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import {
  printerCheckTexts as printerTexts,
  printerTexts as lineTexts,
} from '#src/client/texts/vouchers/printer-texts.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { Surroundings } from './use-surroundings.ts';

/** good; missing: recommended; bad: without it nothing works offline. */
export type CheckState = 'good' | 'missing' | 'bad';
export type CheckAction =
  | 'install'
  | 'enrol'
  | 'protect'
  | 'camera'
  | 'printer-sheet'
  | 'printer-choose'
  | 'printer-test'
  | 'printer-connect'
  | 'printer-refilled'
  | 'sound'
  | 'outbox';

export interface Check {
  id: string;
  icon: LucideIcon;
  name: string;
  state: CheckState;
  note: string;
  /** The action that fixes it on this page. */
  action?: CheckAction;
  /** The device fixes it automatically when it has a link. */
  mends?: boolean;
}

export interface Seen {
  userType: UserType;
  facts: DeviceFacts;
  around: Surroundings;
  hasPin: boolean;
  printer: PrinterState;
  /** The browser offers to install the app. */
  canInstall: boolean;
  now: number;
  isOnline: boolean;
}

/** Below this a day's work may not fit, bytes. */
const littleSpace = 50_000_000;
/** Beyond this the clock is wrong, not the answer slow, ms. */
const clockSlackMs = 2 * 60_000;

/** Returns every condition of a market day, in the order of the list. */
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
    ...(isStall ? [list(seen)] : []),
    // A stall sells without a printer; one that it has is looked at.
    ...(isStall && seen.printer.kind === 'none' ? [] : [printer(seen)]),
    sound(seen),
    outbox(seen),
  ];
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

function installed({ around, isOnline, canInstall }: Seen): Check {
  const base = { id: 'installed', icon: Download, name: texts.installed };
  if (!around.isWhole)
    return {
      ...base,
      state: 'bad',
      note: isOnline ? texts.wholeComing : texts.notWhole,
      mends: isOnline,
    };
  if (around.isInstalled) return { ...base, state: 'good', note: texts.installedGood(appVersion) };
  if (canInstall) return { ...base, state: 'missing', note: texts.installedOffered, action: 'install' };
  return { ...base, state: 'missing', note: texts.installedBy[around.browser] };
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

function clock({ facts, isOnline }: Seen): Check {
  const base = { id: 'clock', icon: Clock, name: texts.clock };
  const offset = facts.clockOffset;
  if (offset === null && isOnline)
    return { ...base, state: 'missing', note: texts.clockComparing, mends: true };
  if (offset === null) return { ...base, state: 'missing', note: texts.clockUnknown };
  if (Math.abs(offset) <= clockSlackMs) return { ...base, state: 'good', note: texts.clockGood };
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return { ...base, state: 'missing', note: texts.clockOff(minutes, offset > 0 ? 'atrasada' : 'adelantada') };
}

function keys({ facts, userType, isOnline }: Seen): Check {
  const base = { id: 'keys', icon: KeyRound, name: texts.keys };
  if (facts.state === 'revoked') return { ...base, state: 'bad', note: texts.keysRevoked };
  if (facts.state === 'none') return { ...base, state: 'bad', note: texts.keysMissing, action: 'enrol' };
  if (facts.keysAsOf === 0) return { ...base, state: 'bad', note: texts.keysComing, mends: isOnline };
  if (userType === 'RECARGA' && !facts.hasOwnCertificate)
    return { ...base, state: 'bad', note: texts.keysNoCertificate, mends: isOnline };
  return { ...base, state: 'good', note: texts.keysGood(facts.name) };
}

function pin({ hasPin }: Seen): Check {
  const base = { id: 'pin', icon: Lock, name: texts.pin };
  if (!hasPin) return { ...base, state: 'bad', note: texts.pinMissing, action: 'enrol' };
  return { ...base, state: 'good', note: texts.pinGood };
}

function list({ facts, now, isOnline }: Seen): Check {
  const base = { id: 'list', icon: Database, name: texts.list };
  const mends = isOnline && facts.state === 'active';
  if (facts.listAsOf === 0 || facts.limits === null)
    return { ...base, state: 'bad', note: mends ? texts.listComing : texts.listMissing, mends };
  const age = now + (facts.clockOffset ?? 0) - facts.listAsOf;
  const old = texts.listOld(ageText(age));
  if (age > facts.limits.snapshotHours * 3_600_000) return { ...base, state: 'bad', note: old, mends };
  if (age > facts.limits.warnHours * 3_600_000) return { ...base, state: 'missing', note: old, mends };
  return { ...base, state: 'good', note: texts.listGood(dateTimeText(facts.listAsOf)) };
}

function printer({ around, printer: seen }: Seen): Check {
  const base = { id: 'printer', icon: Printer, name: texts.printer };
  if (seen.kind !== 'none') return { ...base, ...chosenPrinter(seen) };
  if (around.canChoosePrinter && !around.printsSheets)
    return { ...base, state: 'missing', note: printerTexts.none, action: 'printer-choose' };
  if (around.printerTriedAt !== 0 && isToday(around.printerTriedAt))
    return { ...base, state: 'good', note: texts.printerGood(dateTimeText(around.printerTriedAt)) };
  return { ...base, state: 'missing', note: texts.printerMissing, action: 'printer-sheet' };
}

/** How the chosen printer is: connected, its paper, its last print. */
function chosenPrinter(seen: Exclude<PrinterState, { kind: 'none' }>): Omit<Check, 'id' | 'name'> {
  const name = nameOf(seen.printer);
  const { printedAt, isTested } = seen.printer;
  const icons = { ready: Printer, looking: Printer, away: PlugZap, 'no-paper': PrinterX };
  const icon = icons[seen.kind];
  if (seen.kind === 'looking')
    return { icon, state: 'missing', note: lineTexts.stateOf.looking(name), mends: true };
  if (seen.kind === 'away')
    return { icon, state: 'missing', note: lineTexts.stateOf.away(name), action: 'printer-connect' };
  if (seen.kind === 'no-paper')
    return {
      icon,
      state: 'missing',
      note: printerTexts.noPaper(timeText(seen.since)),
      action: 'printer-refilled',
    };
  if (!isTested) return { icon, state: 'missing', note: printerTexts.notTested, action: 'printer-test' };
  const papers = {
    ok: printerTexts.hasPaper,
    low: printerTexts.lowPaper,
    out: '',
    unknown: printerTexts.silent,
  };
  const last = printedAt === 0 ? printerTexts.never : printerTexts.last(dateTimeText(printedAt));
  return { icon, state: 'good', note: printerTexts.with(name, papers[seen.paper], last) };
}

function sound({ around }: Seen): Check {
  const isTried = around.soundTriedAt !== 0 && isToday(around.soundTriedAt);
  const base = { id: 'sound', icon: Volume2, name: texts.sound };
  if (isTried) return { ...base, state: 'good', note: texts.soundGood };
  return { ...base, state: 'missing', note: texts.soundMissing, action: 'sound' };
}

function outbox({ facts, isOnline }: Seen): Check {
  const base = { id: 'outbox', icon: ListChecks, name: texts.outbox };
  if (facts.openCount === 0) return { ...base, state: 'good', note: texts.outboxGood };
  const note = texts.outboxMissing(facts.openCount, amountText(facts.openSum));
  return { ...base, state: 'missing', note, action: 'outbox', mends: isOnline };
}

/** "2.1 GB", "340 MB" */
function spaceText(bytes: number): string {
  return bytes >= 1_000_000_000
    ? `${(bytes / 1_000_000_000).toFixed(1)} GB`
    : `${Math.round(bytes / 1_000_000)} MB`;
}
