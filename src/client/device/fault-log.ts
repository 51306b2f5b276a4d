import { type DeviceFault, type FaultKind, mostFaults } from '#src/contract/devices/fault.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { keepChoice, readKept } from './kept-choice.ts';
import { appVersion } from './storage-health.ts';

/** Event of a screen that could not be rendered (ui/crash-guard.tsx). */
const redScreen = 'mercado-fault';

let isWatching = false;

/** Records every program fault from now on, until it is sent. */
export function watchFaults(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('error', ({ error, filename, lineno, colno }) =>
    noteFault('error', error, `${filename}:${lineno}:${colno}`),
  );
  window.addEventListener('unhandledrejection', ({ reason }) => noteFault('rejection', reason));
  window.addEventListener(redScreen, (event) =>
    noteFault('red-screen', event instanceof CustomEvent ? event.detail : null),
  );
}

/** Only class and place: an error's message may quote a name or a code. */
export function noteFault(kind: FaultKind, error: unknown, where = ''): void {
  const fault = {
    kind,
    name: nameOf(error),
    place: placeOf(error, where),
    appVersion,
    count: 1,
    lastAt: new Date().toISOString(),
  };
  const kept = readFaults();
  const before = kept.find((one) => isSame(one, fault));
  if (before) fault.count += before.count;
  write([...kept.filter((one) => one !== before), fault].slice(-mostFaults));
}

/**
 * Returns the unsent faults, oldest first. They are outside the database of operations, whose own faults are among
 * them. Small, and may be lost.
 */
export function readFaults(): DeviceFault[] {
  return (readKept('faults', Array.isArray) ?? []) as DeviceFault[];
}

/** Makes a contact of the device with the unsent faults, and clears them once they were accepted. */
export async function tellFaults<Outcome extends { kind: string }>(
  request: SyncRequest,
  send: (request: SyncRequest) => Promise<Outcome>,
): Promise<Outcome> {
  const faults = readFaults();
  const outcome = await send(faults.length > 0 ? { ...request, faults } : request);
  if (outcome.kind === 'ok' && faults.length > 0) forget(faults);
  return outcome;
}

/** The server has these; newer ones stay. */
function forget(sent: readonly DeviceFault[]): void {
  const left = readFaults().flatMap((fault) => {
    const count = fault.count - (sent.find((one) => isSame(one, fault))?.count ?? 0);
    return count > 0 ? [{ ...fault, count }] : [];
  });
  write(left);
}

function write(faults: readonly DeviceFault[]): void {
  keepChoice('faults', faults.length === 0 ? null : JSON.stringify(faults));
}

function isSame(a: DeviceFault, b: DeviceFault): boolean {
  return a.kind === b.kind && a.name === b.name && a.place === b.place && a.appVersion === b.appVersion;
}

/** Returns "TypeError", or the type of a thrown value that is no error. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[A-Za-z]\w{0,39}$/.test(name) ? name : 'Error';
}

/** Returns the first place in our own files that the error names, without origin and query. */
function placeOf(error: unknown, where: string): string {
  const text = error instanceof Error ? `${error.stack ?? ''}\n${where}` : where;
  for (const [, file, line, column] of text.matchAll(
    /https?:\/\/[^/\s]+\/([\w./-]{1,80})[^\s:]*:(\d{1,7}):(\d{1,7})/g,
  ))
    return `${file}:${line}:${column}`;
  return '';
}
