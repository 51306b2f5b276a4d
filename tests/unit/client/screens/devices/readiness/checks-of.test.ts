import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import {
  checksOf,
  faultsOf,
  firstFault,
  type Seen,
} from '#src/client/screens/devices/readiness/checks-of.ts';
import { browserOf } from '#src/client/screens/devices/readiness/use-surroundings.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';

const now = Date.parse('2026-11-22T11:00:00Z');
const hour = 3_600_000;

const facts: DeviceFacts = {
  state: 'active',
  deviceId: '018f',
  name: 'Tableta 7',
  lastSeq: 3,
  ackSeq: 3,
  owed: 0,
  openCount: 0,
  openSum: 0,
  clockOffset: 500,
  listAsOf: now - hour,
  keysAsOf: now - hour,
  hasOwnCertificate: true,
  limits: defaultOfflineLimits,
  trouble: '',
};
const around: Seen['around'] = {
  isInstalled: true,
  browser: 'other',
  isWhole: true,
  hasSecondCopy: true,
  storage: { isPersistent: true, freeBytes: 2_000_000_000 },
  camera: 'granted',
  canChoosePrinter: false,
  printsSheets: false,
  printerTriedAt: Date.now(),
  soundTriedAt: Date.now(),
  at: now,
};

type Change = {
  facts?: Partial<DeviceFacts>;
  around?: Partial<Seen['around']>;
  hasPin?: boolean;
  printer?: Seen['printer'];
  isOnline?: boolean;
  canInstall?: boolean;
};

function checks(userType: 'ESTANTE' | 'RECARGA', change: Change = {}) {
  return checksOf({
    userType,
    facts: { ...facts, ...change.facts },
    around: { ...around, ...change.around },
    hasPin: change.hasPin ?? true,
    printer: change.printer ?? { kind: 'none' },
    isOnline: change.isOnline ?? false,
    canInstall: change.canInstall ?? false,
  });
}

/** Returns the checks that are not good, with their severity. */
function lacking(userType: 'ESTANTE' | 'RECARGA', change: Change): string[] {
  return checks(userType, change).flatMap(({ id, state }) => (state === 'good' ? [] : [`${id} ${state}`]));
}

describe('Listo para el mercado', () => {
  it('checks the needs of a stall and a top-up point, and finds nothing missing', () => {
    const common = ['installed', 'storage', 'second-copy', 'clock', 'keys', 'pin', 'sound', 'outbox'];
    expect(new Set(checks('ESTANTE').map(({ id }) => id))).toEqual(new Set([...common, 'camera', 'list']));
    expect(new Set(checks('RECARGA').map(({ id }) => id))).toEqual(new Set([...common, 'printer']));
    for (const userType of ['ESTANTE', 'RECARGA'] as const) expect(lacking(userType, {})).toEqual([]);
  });

  it.each<[string, Change, string[]]>([
    ['not enrolled', { facts: { state: 'none', keysAsOf: 0 } }, ['keys bad']],
    ['revoked', { facts: { state: 'revoked' } }, ['keys bad']],
    ['without a PIN', { hasPin: false }, ['pin bad']],
    ['without balances', { facts: { listAsOf: 0 } }, ['list bad']],
    ['with balances of this morning', { facts: { listAsOf: now - 5 * hour } }, ['list missing']],
    ['with balances of last week', { facts: { listAsOf: now - 100 * hour } }, ['list bad']],
    ['with no room', { around: { storage: { isPersistent: true, freeBytes: 9 } } }, ['storage bad']],
    [
      'that may be cleared',
      { around: { storage: { isPersistent: false, freeBytes: null } } },
      ['storage missing'],
    ],
    ['with a wrong clock', { facts: { clockOffset: -26 * 60_000 } }, ['clock missing']],
    ['that never spoke to the server', { facts: { clockOffset: null } }, ['clock missing']],
    ['whose pages are not all there', { around: { isWhole: false } }, ['installed bad']],
    ['in a tab of the browser', { around: { isInstalled: false } }, ['installed missing']],
    ['without a camera', { around: { camera: 'none' } }, ['camera missing']],
    ['with sales to send', { facts: { openCount: 2, openSum: 15_000 } }, ['outbox missing']],
  ])('says what is missing at a stall %s', (_, change, expected) => {
    expect(lacking('ESTANTE', change)).toEqual(expected);
  });

  it('reports that a kiosk cannot sign yet, and that its printer was not tried today', () => {
    expect(lacking('RECARGA', { facts: { hasOwnCertificate: false } })).toEqual(['keys bad']);
    expect(lacking('RECARGA', { around: { printerTriedAt: Date.now() - 40 * hour } })).toEqual([
      'printer missing',
    ]);
  });

  const chosen = {
    way: 'serial',
    identity: '1046:20497:',
    name: 'POS-80',
    isBluetooth: false,
    roll: '80mm',
    dialect: 'dots',
    baudRate: 115_200,
    isTested: true,
    printedAt: now,
  } as const;

  it.each<[string, Seen['printer'], string, string | undefined]>([
    ['none', { kind: 'none' }, 'No ha escogido impresora.', 'printer-choose'],
    ['looking', { kind: 'looking', printer: chosen }, 'Buscando POS-80...', undefined],
    ['away', { kind: 'away', printer: chosen }, 'POS-80 desconectada', 'printer-connect'],
    ['no paper', { kind: 'no-paper', printer: chosen, since: now }, 'Sin papel desde', 'printer-refilled'],
    [
      'not tested',
      { kind: 'ready', printer: { ...chosen, isTested: false }, paper: 'ok' },
      'Falta imprimir la prueba.',
      'printer-test',
    ],
    ['with paper', { kind: 'ready', printer: chosen, paper: 'ok' }, 'POS-80, con papel. Imprimió', undefined],
    ['silent', { kind: 'ready', printer: chosen, paper: 'unknown' }, 'No dice si tiene papel', undefined],
  ])('shows the printer of a kiosk: %s', (_, printer, note, action) => {
    const row = checks('RECARGA', { printer, around: { canChoosePrinter: true } }).find(
      ({ id }) => id === 'printer',
    );
    expect(row?.sentence).toContain(note);
    expect(row?.action).toBe(action);
    expect(row?.state === 'good').toBe(action === undefined && printer.kind !== 'looking');
  });

  it('asks a stall for a printer only when it has chosen one', () => {
    expect(checks('ESTANTE').some(({ id }) => id === 'printer')).toBe(false);
    const printer = { kind: 'away', printer: chosen } as const;
    expect(lacking('ESTANTE', { printer })).toEqual(['printer missing']);
  });

  it('leaves automatic fixes to the device, and names the first thing for a person to do', () => {
    const change = {
      facts: { listAsOf: 0, clockOffset: null, openCount: 2, openSum: 15_000, keysAsOf: 0 },
      around: { isWhole: false },
    };
    expect(faultsOf(checks('ESTANTE', { ...change, isOnline: true }))).toEqual([]);
    expect(faultsOf(checks('ESTANTE', change)).map(({ id }) => id)).toEqual([
      'installed',
      'clock',
      'keys',
      'list',
      'outbox',
    ]);
    expect(firstFault(checks('ESTANTE', change))?.id).toBe('outbox');
    const noCamera = { around: { camera: 'none', soundTriedAt: 0 } } as const;
    expect(firstFault(checks('ESTANTE', noCamera))).toMatchObject({ id: 'sound', action: 'sound' });
    expect(firstFault(checks('ESTANTE', { around: { camera: 'none' } }))?.id).toBe('camera');
    const fresh = {
      facts: { state: 'none' },
      around: { storage: { isPersistent: false, freeBytes: null } },
    } as const;
    expect(firstFault(checks('ESTANTE', { ...fresh, isOnline: true }))?.action).toBe('enrol');
    expect(firstFault(checks('ESTANTE'))).toBeUndefined();
  });

  it("installs by a tap where the browser offers it, and otherwise shows that browser's instructions", () => {
    const tab = { isInstalled: false };
    const row = (change: Change) => checks('ESTANTE', change).find(({ id }) => id === 'installed');
    expect(row({ around: tab, canInstall: true })).toMatchObject({ state: 'missing', action: 'install' });
    expect(row({ around: tab })).toMatchObject({ state: 'missing' });
    expect(row({ around: tab })?.action).toBeUndefined();
    expect(row({ around: { ...tab, browser: 'ios' } })?.sentence).toContain('Compartir');
    expect(row({ canInstall: true })?.state).toBe('good');
  });

  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1',
      'ios',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'firefox'],
    [
      'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
      'samsung',
    ],
    ['Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/109.0 Mobile Safari/537.36', 'other'],
  ])('%s is %s', (userAgent, kind) => {
    expect(browserOf(userAgent)).toBe(kind);
  });
});
