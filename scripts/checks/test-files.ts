import { readdirSync, readFileSync } from 'node:fs';

/**
 * Tests that `npm test` leaves to `npm run test:rest`. A test file without an entry runs in `npm test`, a
 * page test in the rest.
 */

/** Pages of `npm test`: the market day, the offline day, access by role, the customer's page. */
const firstPages = ['customer-page', 'kiosk-without-link', 'market-day', 'roles', 'without-link'];

/** Parts of the client that need a Chromium, but not the built product. */
const inChromium = [
  'device/camera/camera-scanner',
  'device/camera/decode-picture',
  'device/print/print-document',
  'shared/printer/printed-voucher',
  'ui/fields/amount-field',
  'ui/notes/notes-on-screen',
];

/** Tests that start programs, wait for minutes, or only repeat shorter ones at length. */
const later = {
  slices: [
    'archive',
    'audit-command',
    'backup',
    'behind-caddy',
    'certificate',
    'demo',
    'device-day',
    'ended-credentials',
    'failed-start',
    'grow',
    'liars-week',
    'live',
    'money-beside-reports',
    'month',
    'months',
    'months-command',
    'npm-start',
    'operator-commands',
    'operator-key',
    'own-password',
    'password-guessing',
    'recovered-sales',
    'search',
    'till-reissue',
    'void-after-restore',
    'withdrawn-after-restore',
  ],
  matrix: ['bad-input', 'hostile-text', 'voucher-secrets'],
  disasters: [
    'cable-pulled',
    'database-connections-lost',
    'database-destroyed',
    'fast-clock',
    'own-postgres',
    'server-killed',
  ],
  properties: ['random-restores', 'random-sequences', 'sealed-letters'],
} as const;

const testsIn = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `tests/${folder}/${name}.test.ts`);

/**
 * Matches tests that change their process's modules, timers or globals permanently: such a file gets a
 * separate process.
 */
const changesProcess = /\bvi\.(stubGlobal|mock|doMock|resetModules|useFakeTimers)\b/;

function testsThatChangeTheirProcess(): string[] {
  return readdirSync('tests/unit', { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(client|house|sw)\b.*\.test\.tsx?$/.test(path))
    .map((path) => `tests/unit/${path}`)
    .filter((path) => changesProcess.test(readFileSync(path, 'utf8')));
}

export const testFiles = {
  alone: testsThatChangeTheirProcess(),
  inChromium: testsIn('unit/client', inChromium),
  firstPages: testsIn('e2e', firstPages),
  laterServer: [...testsIn('slices', later.slices), ...testsIn('matrix', later.matrix)],
  laterDisasters: testsIn('disasters', later.disasters),
  laterRules: testsIn('properties', later.properties),
} as const satisfies Record<string, readonly string[]>;
